import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { minimumDepartures, minimumObserved } from '#shared/core/numbers/smallest-samples.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { trialHorizonDays } from '#shared/scoring/constants.ts';
import { daysBeforeNotice, maximumUndecidedShare } from '../constants.ts';

const takenBack = 'Withdrawn losses.';

export const metrics = {
  losses: () => ({
    formula: 'Customers that gave notice, by the day of the notice.',
    unit: 'Customers',
    inputs: ['Notices, entered or imported'],
    exclusions: takenBack,
    source: 'churn_event',
  }),
  lossNotice: () => ({
    formula:
      'The day on which the customer gave notice. It stays a customer until the notice takes effect.',
    unit: 'Date',
    inputs: ['Notices, entered or imported'],
    exclusions: 'None.',
    source: 'churn_event.noticed_on',
  }),
  lossReason: () => ({
    formula:
      'Reason stated by the customer. The review may find another reason, which is stored separately.',
    unit: 'Reason and detail',
    inputs: ['Notices', 'Reviews'],
    exclusions: 'None.',
    source: 'churn_event.reason, churn_event.found_reason',
  }),
  monthlyRevenueLost: () => ({
    formula: 'Monthly revenue of the customers before they gave notice.',
    unit: 'Dollars per month',
    inputs: ['Notices, entered or imported'],
    exclusions: `${takenBack} Losses without a known revenue count as 0.`,
    source: 'churn_event.monthly_cents',
  }),
  avoidableShare: () => ({
    formula:
      'Losses that could have been prevented wholly or partly, divided by losses for which this is known.',
    unit: 'Percent',
    inputs: ['Avoidable: yes, partly or no'],
    exclusions: `${takenBack} No share is given for fewer than ${smallestGroup}.`,
    source: 'churn_event.avoidable',
  }),
  noticeLead: () => ({
    formula: 'Median number of days from the notice until it takes effect.',
    unit: 'Days',
    inputs: ['Notice', 'Effective date'],
    exclusions: takenBack,
    source: 'churn_event.noticed_on, churn_event.effective_on',
  }),
  healthBeforeNotice: () => ({
    formula: `Score and tier in the last official week that had ended ${daysBeforeNotice.join(', ')} days before the notice.`,
    unit: 'Percent of benchmark, and tier',
    inputs: ['Official weeks', 'Notice'],
    exclusions:
      'None. “No score” is shown if no official week existed by then or the customer was not scored.',
    source: 'score_week, churn_event.noticed_on',
  }),
  reasonSegment: () => ({
    formula:
      'Losses by main reason: the reason found in the review, otherwise the reason given. The share is the percentage of all losses in the segment.',
    unit: 'Losses',
    inputs: ['Reason found, reason given', 'Size tier, practice type, EHR'],
    exclusions: `${takenBack} Losses of an unknown segment. Practices that were sold or closed, unless included. No share is given for fewer than ${smallestGroup}.`,
    source: 'churn_event.found_reason, churn_event.reason',
  }),
  riskEpisode: () => ({
    formula: `A period in which a customer was at risk; weeks up to four apart belong to one episode. Lost: notice within ${trialHorizonDays} days after its end. Saved: no notice by then. Open: not yet four weeks without risk.`,
    unit: 'Episode',
    inputs: ['Official weeks at risk', 'Notice'],
    exclusions: `${takenBack} Weeks after the notice.`,
    source: 'score_week.at_risk, churn_event.noticed_on',
  }),
  episodesSaved: () => ({
    formula: 'Saved ÷ (saved + lost).',
    unit: 'Share with 95% interval',
    inputs: ['Risk episodes'],
    exclusions: `Episodes that are open or ended less than ${trialHorizonDays} days ago. No share is shown if these exceed ${100 * maximumUndecidedShare}% of all episodes, because losses become known before saves, or if fewer than ${smallestGroup} episodes are decided.`,
    source: 'score_week.at_risk, churn_event.noticed_on',
  }),
  survivalCurve: () => ({
    formula: `Kaplan–Meier estimate: for each day of tenure with a departure, the share that stayed; the curve is the product of these shares. 95% limits use Greenwood's variance on the log-log scale. The median is where the curve reaches 50%. If the curve stays above 50%, the restricted mean is shown: the area under the curve over the first 36 months.`,
    unit: 'Percent of customers, by months since go-live',
    inputs: ['Go-live', 'Effective date of the loss', 'Main reason'],
    exclusions: `${takenBack} Practices that were sold or closed are observed until then, unless included. Groups with fewer than ${minimumDepartures} departures, and times with fewer than ${minimumObserved} observed customers.`,
    source: 'institution.live_on, churn_event.effective_on',
  }),
  cumulativeIncidence: () => ({
    formula:
      'Aalen–Johansen estimate: the cumulative share of customers that left for a group of reasons. The groups and the customers that stayed add up to 100%.',
    unit: 'Percent of customers, by months since go-live',
    inputs: ['Go-live', 'Effective date of the loss', 'Main reason'],
    exclusions: takenBack,
    source:
      'institution.live_on, churn_event.effective_on, churn_event.found_reason, churn_event.reason',
  }),
  leavingRate: () => ({
    formula:
      'Customers that left within a range of months of tenure ÷ customer-months observed within that range. 95% limits by Byar.',
    unit: 'Percent per month',
    inputs: ['Go-live', 'Effective date of the loss'],
    exclusions: `${takenBack} Practices that were sold or closed, unless included. Months with fewer than ${minimumObserved} customers.`,
    source: 'institution.live_on, churn_event.effective_on',
  }),
  goLiveCohort: () => ({
    formula:
      'Customers that stayed for the number of months ÷ customers that went live in the quarter. For revenue: their monthly revenue after that time ÷ their monthly revenue at go-live.',
    unit: 'Percent',
    inputs: ['Go-live', 'Effective date of the loss', 'Contracts'],
    exclusions: `${takenBack} Months that not all customers of the quarter have reached. For revenue, customers without a contract at go-live. No share is given for fewer than ${smallestGroup}.`,
    source: 'institution.live_on, churn_event.effective_on, contract.monthly_cents',
  }),
  backTest: () => ({
    formula: `Notices within ${trialHorizonDays} days after the signal appeared ÷ number of appearances. A signal counts again after four weeks of absence. The same share of all customers on all Sundays is shown for comparison.`,
    unit: 'Share with 95% interval',
    inputs: ['Prediction features on past Sundays', 'Notice'],
    exclusions: `Sundays of the last ${trialHorizonDays} days, whose outcome is not known yet. The customer from which the signal was derived.`,
    source: 'churn_feature, churn_event.noticed_on',
  }),
} satisfies Partial<MetricDefinitions>;
