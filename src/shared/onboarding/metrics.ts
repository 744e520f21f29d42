import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { onboardingRules } from './constants.ts';

const { onTrackFrom, behindFrom, notStartedDay, stuck, graduation } = onboardingRules;
const points = (pace: number) => `${String(pace).replace('-', '−')} points`;

export const metrics = {
  onboardingDay: () => ({
    formula: 'Days since go-live, without the days on which onboarding was paused.',
    unit: 'Days',
    inputs: ['Go-live date', 'Pauses'],
    exclusions: 'No value without a known go-live.',
    source: 'onboardingDay in src/shared/onboarding/progress.ts',
  }),
  expectedScore: () => ({
    formula:
      'Straight lines from 0 at go-live to 25 at day 30, 50 at day 60 and 80 at day 90, then 80 to the end of onboarding.',
    unit: 'Percent of benchmark',
    inputs: ['Onboarding day of the last score'],
    exclusions: 'No value without a score.',
    source: 'expectedScore in src/shared/onboarding/progress.ts',
  }),
  onboardingPace: () => ({
    formula:
      'The score of the last official week minus the expected score on the last day of that week.',
    unit: 'Points',
    inputs: ['Adoption score', 'Expected score'],
    exclusions: 'Customers without a score yet.',
    source: 'statusOn in src/shared/onboarding/states.ts',
  }),
  onboardingState: () => ({
    formula: `On track from a pace of ${points(onTrackFrom)}, behind from ${points(behindFrom)}, far behind below. Stuck: behind, with no new product in use and less than ${stuck.points} points gained in ${stuck.days} days. Not started: no usage by day ${notStartedDay}. Graduated: ${graduation.weeks} official weeks in a row at ${graduation.score} or more, or graduated by a user. Timed out: past the last day without graduation.`,
    unit: 'One of eleven states',
    inputs: ['Pace', 'First use of each product', 'Pauses and extensions', 'Go-live date'],
    exclusions: 'None. Before the first score the state is No score yet.',
    source: 'onboardingRules in src/shared/onboarding/constants.ts',
  }),
  onTrackShare: () => ({
    formula:
      'Customers on track, as a share of live customers in onboarding that have a pace or have not started. Stuck, behind, far behind and not started are off track.',
    unit: 'Percent',
    inputs: ['State of each case'],
    exclusions: `Paused cases, and cases without a score yet. No share is given for fewer than ${smallestGroup}.`,
    source: 'onboardingFigures in src/shared/onboarding/figures.ts',
  }),
  checkpointsReached: () => ({
    formula:
      'Customers whose checkpoint was in the last 90 days and whose last score by that day was at or above its target.',
    unit: 'Customers',
    inputs: ['Adoption score of the last official week by the day of the checkpoint'],
    exclusions:
      'Customers without a score in the two weeks before the checkpoint, and customers that left before it.',
    source: 'checkpointScore in src/shared/onboarding/progress.ts',
  }),
  timeToFirstUse: () => ({
    formula:
      'Days from go-live to the first use of a product by a patient or the front desk. Medians are Kaplan–Meier: customers that have not used it yet count with their days so far.',
    unit: 'Days',
    inputs: ['Usage by product', 'Go-live date'],
    exclusions:
      'Products the customer is not entitled to. If daily figures are no longer stored, the end of the first week with usage counts.',
    source: 'onboarding_milestone.done_on',
  }),
  onboardingBlocker: () => ({
    formula:
      'The recorded reason that holds up the onboarding, and the days since it was set. Days lost are the days with a blocker.',
    unit: 'Days',
    inputs: ['Blockers set and cleared'],
    exclusions: 'Days before a blocker was set.',
    source: 'onboarding_blocker',
  }),
  onboardingFunnel: () => ({
    formula:
      'For each step, customers that reached it, their share of the customers that reached the step before, and the Kaplan–Meier median of days from go-live. Customers that have not reached it yet count with their days so far.',
    unit: 'Customers, percent, days',
    inputs: ['Milestones', 'Weekly adoption score'],
    exclusions: 'Customers that went live before scores were recorded.',
    source: 'funnelOf in src/shared/onboarding/analytics.ts',
  }),
  onboardingCohort: () => ({
    formula:
      'Customers by go-live month: the mean score at a checkpoint, and the share that had reached its target.',
    unit: 'Percent',
    inputs: ['Score by the day of each checkpoint', 'Go-live date'],
    exclusions: `Blank until all customers of the month have passed the checkpoint, and for fewer than ${smallestGroup} customers.`,
    source: 'cohortsOf in src/shared/onboarding/analytics.ts',
  }),
  onboardingRetention: () => ({
    formula:
      'Kaplan–Meier share of customers that stayed 12 months after go-live, among customers that stayed until day 60, with a 95% log-log interval.',
    unit: 'Percent',
    inputs: ['Score at day 60', 'The day a customer left'],
    exclusions:
      'Customers that left before day 60, and customers without a score at day 60. The figure shows an association, not a cause.',
    source: 'retentionOf in src/shared/onboarding/analytics.ts',
  }),
  onboardingCurve: () => ({
    formula:
      'The mean adoption score of a group by week since go-live, with a 95% interval of the mean.',
    unit: 'Percent of benchmark',
    inputs: ['Weekly adoption score'],
    exclusions: `Weeks in which fewer than ${smallestGroup} of the group have a score.`,
    source: 'curveOf in src/shared/onboarding/comparison.ts',
  }),
  sameMix: () => ({
    formula:
      'Each group is weighted so that sizes and EHRs have the same shares in it as in all compared groups together (direct standardization). Groups by size are matched by EHR only, and groups by EHR by size only. The difference in mix is the share of a group’s customers that would need another size or EHR to have these shares.',
    unit: 'Percent of benchmark',
    inputs: ['Size tier', 'EHR', 'Adoption score'],
    exclusions:
      'Combinations of size and EHR that are missing in one of the groups are left out of all groups.',
    source: 'sameMixMean in src/shared/onboarding/comparison.ts',
  }),
} satisfies Partial<MetricDefinitions>;
