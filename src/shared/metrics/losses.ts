import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { daysBeforeNotice, fewestAtRisk, fewestEvents, mostUndecided, trialHorizonDays } from './constants.ts';
import type { MetricFamily } from './metric.ts';

const takenBack = 'Losses that were taken back.';

export const lossMetrics = {
  losses: () => ({
    formula: 'Customers that gave notice, by the day of the notice.',
    unit: 'Customers',
    inputs: ['Notices, entered or imported'],
    exclusions: takenBack,
    source: 'churn_event',
  }),
  lossNotice: () => ({
    formula: 'The day on which the customer said it was leaving. It stays a customer until the day it takes effect.',
    unit: 'Date',
    inputs: ['Notices, entered or imported'],
    exclusions: 'None.',
    source: 'churn_event.noticed_on',
  }),
  lossReason: () => ({
    formula: 'Why the customer leaves, as it said. The look back may find another reason, which stands in a column of its own.',
    unit: 'Reason and detail',
    inputs: ['Notices', 'Look-backs'],
    exclusions: 'None.',
    source: 'churn_event.reason, churn_event.found_reason',
  }),
  monthlyRevenueLost: () => ({
    formula: 'What the customers paid a month before they gave notice.',
    unit: 'Dollars a month',
    inputs: ['Notices, entered or imported'],
    exclusions: `${takenBack} Losses whose revenue nobody knows count as nothing.`,
    source: 'churn_event.monthly_cents',
  }),
  avoidableShare: () => ({
    formula: 'Losses that could have been prevented, wholly or partly, divided by those of which that is known.',
    unit: 'Percent',
    inputs: ['Avoidable: yes, partly or no'],
    exclusions: `${takenBack} No share is given of fewer than ${smallestGroup}.`,
    source: 'churn_event.avoidable',
  }),
  noticeLead: () => ({
    formula: 'The median of the days from the notice to the day it takes effect.',
    unit: 'Days',
    inputs: ['Notice', 'Day on which it takes effect'],
    exclusions: takenBack,
    source: 'churn_event.noticed_on, churn_event.effective_on',
  }),
  healthBeforeNotice: () => ({
    formula: `Score and tier in the last official week that had ended ${daysBeforeNotice.join(', ')} days before the notice.`,
    unit: 'Percent of benchmark, and tier',
    inputs: ['Official weeks', 'Notice'],
    exclusions: 'None. “No score” where there was no official week by then, or the customer was in none.',
    source: 'score_week, churn_event.noticed_on',
  }),
  reasonSegment: () => ({
    formula: 'Losses by main reason: what was found, else what they said. The share is of the losses of the segment.',
    unit: 'Losses',
    inputs: ['Reason found, reason they gave', 'Size tier, practice type, records system'],
    exclusions: `${takenBack} Losses of an unknown segment; practices that were sold or closed, unless they are asked for. No share is given of fewer than ${smallestGroup}.`,
    source: 'churn_event.found_reason, churn_event.reason',
  }),
  riskEpisode: () => ({
    formula: `A time that a customer was at risk; weeks up to four apart are one. Lost: a notice by ${trialHorizonDays} days after its end. Saved: no notice by then. Open: no four weeks without risk yet.`,
    unit: 'Episode',
    inputs: ['Official weeks at risk', 'Notice'],
    exclusions: `${takenBack} Weeks after the notice.`,
    source: 'score_week.at_risk, churn_event.noticed_on',
  }),
  episodesSaved: () => ({
    formula: 'Saved ÷ (saved + lost).',
    unit: 'Share, with its interval of 95%',
    inputs: ['Risk episodes'],
    exclusions: `Episodes that are open, or ended less than ${trialHorizonDays} days ago; where these are more than ${100 * mostUndecided}% no share is given, because losses are known sooner than saves. Nor of fewer than ${smallestGroup}.`,
    source: 'score_week.at_risk, churn_event.noticed_on',
  }),
  survivalCurve: () => ({
    formula: `Kaplan–Meier: the share that stays after each day of tenure on which somebody leaves, multiplied. Limits of 95% by Greenwood's variance on the log-log scale. Half have left where the curve reaches 50%; where it does not, the mean of the first 36 months is the area under it.`,
    unit: 'Percent of customers, by months since go-live',
    inputs: ['Go-live', 'Day on which a loss takes effect', 'Main reason'],
    exclusions: `${takenBack} Practices that were sold or closed are watched until then, unless they count. Groups of which fewer than ${fewestEvents} have left; times with fewer than ${fewestAtRisk} watched.`,
    source: 'institution.live_on, churn_event.effective_on',
  }),
  cumulativeIncidence: () => ({
    formula:
      'Aalen–Johansen: of the customers there on a day of tenure, the share that leaves for a group of reasons, summed up. The groups and those still there make 100%.',
    unit: 'Percent of customers, by months since go-live',
    inputs: ['Go-live', 'Day on which a loss takes effect', 'Main reason'],
    exclusions: takenBack,
    source: 'institution.live_on, churn_event.effective_on, churn_event.found_reason, churn_event.reason',
  }),
  leavingRate: () => ({
    formula: 'Customers that left within the months of tenure ÷ months that all customers were watched within them. Limits of 95% by Byar.',
    unit: 'Percent a month',
    inputs: ['Go-live', 'Day on which a loss takes effect'],
    exclusions: `${takenBack} Practices that were sold or closed, unless they count. Months with fewer than ${fewestAtRisk} customers.`,
    source: 'institution.live_on, churn_event.effective_on',
  }),
  goLiveCohort: () => ({
    formula:
      'Customers still there after so many months ÷ customers that went live in the quarter; or what those pay a month then ÷ what they paid on their go-live.',
    unit: 'Percent',
    inputs: ['Go-live', 'Day on which a loss takes effect', 'Contracts'],
    exclusions: `${takenBack} Months that not all of the quarter has lived through; for revenue, customers without a contract on their go-live. No share is given of fewer than ${smallestGroup}.`,
    source: 'institution.live_on, churn_event.effective_on, contract.monthly_cents',
  }),
  backTest: () => ({
    formula: `Notices within ${trialHorizonDays} days of the day on which the signal came ÷ how often it came. It comes anew once it was away for four weeks. Beside it the same of all customers on all Sundays.`,
    unit: 'Share, with its interval of 95%',
    inputs: ['What the predictions knew on past Sundays', 'Notice'],
    exclusions: `Sundays of the last ${trialHorizonDays} days, whose outcome is not known yet. The customer that the signal was taken from.`,
    source: 'churn_feature, churn_event.noticed_on',
  }),
} satisfies MetricFamily;
