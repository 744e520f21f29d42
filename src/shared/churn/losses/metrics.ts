import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import {
  minimumCustomersPerCurvePoint,
  minimumSurvivalCurveDepartures,
} from '#shared/core/numbers/smallest-samples.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';
import { maximumUndecidedEpisodeShare, reportedDaysBeforeNotice } from '../constants.ts';

const takenBack = 'Withdrawn losses.';

export const metricExplanations = {
  losses: () => ({
    formula: 'Number of customers that gave notice, by the day of the notice.',
    unit: 'Customers',
    inputs: ['Notices, entered or imported'],
    exclusions: takenBack,
    source: 'churn_event',
  }),
  lossNotice: () => ({
    formula:
      'The day on which the customer gave notice. The customer stays a customer until the notice takes effect.',
    unit: 'Date',
    inputs: ['Notices, entered or imported'],
    exclusions: 'None.',
    source: 'churn_event.noticed_on',
  }),
  lossReason: () => ({
    formula:
      'The reason that the customer stated. A review can find another reason, which is stored separately.',
    unit: 'Reason and detail',
    inputs: ['Notices', 'Reviews'],
    exclusions: 'None.',
    source: 'churn_event.reason, churn_event.found_reason',
  }),
  monthlyRevenueLost: () => ({
    formula: 'Monthly revenue of lost customers before they gave notice.',
    unit: 'Dollars per month',
    inputs: ['Notices, entered or imported'],
    exclusions: `${takenBack} Losses without a known revenue count as 0.`,
    source: 'churn_event.monthly_cents',
  }),
  avoidableShare: () => ({
    formula:
      'Share of losses that could have been prevented wholly or partly, among losses for which the answer is known.',
    unit: 'Percent',
    inputs: ['Avoidable: yes, partly or no'],
    exclusions: `${takenBack} No share is given for fewer than ${minimumGroupSize} losses.`,
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
    formula: `Score and tier ${reportedDaysBeforeNotice.join(', ')} days before the notice. Each comes from the last official week that had ended by then.`,
    unit: 'Percent of benchmark, and tier',
    inputs: ['Official weeks', 'Notice'],
    exclusions:
      'None. “No score” means that no official week had ended by then, or that the customer had no score in the last one that had ended.',
    source: 'score_week, churn_event.noticed_on',
  }),
  reasonSegment: () => ({
    formula:
      'Number of losses by main reason. The main reason is the reason found in the review, otherwise the reason that the customer gave. The share is the percentage of all losses in the segment.',
    unit: 'Losses',
    inputs: [
      'Reason found in the review',
      'Reason given by the customer',
      'Size tier, practice type, EHR',
    ],
    exclusions: `${takenBack} Losses with an unknown segment. Practices that were sold or closed, unless you include them. No share is given for fewer than ${minimumGroupSize} losses.`,
    source: 'churn_event.found_reason, churn_event.reason',
  }),
  riskEpisode: () => ({
    formula: `A period in which a customer was at risk. Weeks at risk that are at most four weeks apart belong to the same episode. Lost: the customer gave notice within ${lossConfirmationDays} days after the end. Saved: the customer did not. Open: the customer was at risk within the last four weeks.`,
    unit: 'Episode',
    inputs: ['Official weeks at risk', 'Notice'],
    exclusions: `${takenBack} Weeks after the notice.`,
    source: 'score_week.at_risk, churn_event.noticed_on',
  }),
  episodesSaved: () => ({
    formula: 'Saved episodes divided by saved and lost episodes.',
    unit: 'Share with 95% interval',
    inputs: ['Risk episodes'],
    exclusions: `Episodes that are open or ended less than ${lossConfirmationDays} days ago are undecided and left out. No share is shown if more than ${100 * maximumUndecidedEpisodeShare}% of the episodes are undecided, because a loss is known earlier than a save, and the share would be too low. No share is shown for fewer than ${minimumGroupSize} decided episodes.`,
    source: 'score_week.at_risk, churn_event.noticed_on',
  }),
  survivalCurve: () => ({
    formula: `Share of customers that stayed, by time since go-live (Kaplan–Meier estimate). Each day with a departure has a share of customers that stayed; the curve is the product of these shares. The 95% limits use Greenwood’s variance on the log-log scale. The median is the time at which the curve reaches 50%. If the curve stays above 50%, the restricted mean is shown instead: the area under the curve over the first 36 months.`,
    unit: 'Percent of customers, by months since go-live',
    inputs: ['Go-live', 'Effective date of the loss', 'Main reason'],
    exclusions: `${takenBack} Practices that were sold or closed are observed only until they leave, unless you include them as losses. Groups with fewer than ${minimumSurvivalCurveDepartures} departures have no curve. The curve leaves out times at which fewer than ${minimumCustomersPerCurvePoint} customers were observed.`,
    source: 'institution.live_on, churn_event.effective_on',
  }),
  cumulativeIncidence: () => ({
    formula:
      'Cumulative share of customers that left for a group of reasons (Aalen–Johansen estimate). The shares of all groups and of the customers that stayed add up to 100%.',
    unit: 'Percent of customers, by months since go-live',
    inputs: ['Go-live', 'Effective date of the loss', 'Main reason'],
    exclusions: takenBack,
    source:
      'institution.live_on, churn_event.effective_on, churn_event.found_reason, churn_event.reason',
  }),
  leavingRate: () => ({
    formula:
      'Number of customers that left in a range of months since go-live, divided by the customer-months observed in that range. The 95% limits use Byar’s method.',
    unit: 'Percent per month',
    inputs: ['Go-live', 'Effective date of the loss'],
    exclusions: `${takenBack} Practices that were sold or closed, unless you include them. Months with fewer than ${minimumCustomersPerCurvePoint} customers.`,
    source: 'institution.live_on, churn_event.effective_on',
  }),
  goLiveCohort: () => ({
    formula:
      'Share of a quarter’s new customers that stayed for the given number of months. The revenue share is their monthly revenue after that time, divided by their monthly revenue at go-live.',
    unit: 'Percent',
    inputs: ['Go-live', 'Effective date of the loss', 'Contracts'],
    exclusions: `${takenBack} Months that some customers of the quarter have not reached yet. The revenue share leaves out customers without a contract at go-live. No share is given for fewer than ${minimumGroupSize} customers.`,
    source: 'institution.live_on, churn_event.effective_on, contract.monthly_cents',
  }),
  backTest: () => ({
    formula: `Share of appearances of the signal that were followed by a notice within ${lossConfirmationDays} days. A signal can appear again after four weeks of absence. For comparison, the result also shows the share for all customers on all Sundays, with and without the signal.`,
    unit: 'Share with 95% interval',
    inputs: ['Prediction features on past Sundays', 'Notice'],
    exclusions: `Sundays of the last ${lossConfirmationDays} days, because it is not known yet which customers will leave. The customers whose loss reviews name the signal.`,
    source: 'churn_feature, churn_event.noticed_on',
  }),
} satisfies Partial<MetricDefinitions>;
