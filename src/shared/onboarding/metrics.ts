import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { onboardingRules } from './constants.ts';

const { onTrackFrom, behindFrom, notStartedDay, stuck, graduation } = onboardingRules;
const points = (pace: number) => `${String(pace).replace('-', '−')} points`;

export const metricExplanations = {
  onboardingDay: () => ({
    formula: 'Days since go-live. Days on which onboarding was paused do not count.',
    unit: 'Days',
    inputs: ['Go-live date', 'Pauses'],
    exclusions: 'No value without a known go-live date.',
    source: 'countOnboardingDays in src/shared/onboarding/progress.ts',
  }),
  expectedScore: () => ({
    formula:
      'Score that a customer should have reached: 0 at go-live, 25 on day 30, 50 on day 60, and 80 from day 90 to the end of onboarding. Between these days, the expected score rises in a straight line.',
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
    source: 'caseStatusOnDay in src/shared/onboarding/states.ts',
  }),
  onboardingState: () => ({
    formula: `On track: a pace of ${points(onTrackFrom)} or better. Behind: a pace of ${points(behindFrom)} or better. Far behind: a lower pace. Stuck: behind, with no new product in use and less than ${stuck.points} points gained in ${stuck.days} days. Not started: no usage by day ${notStartedDay}. Graduated: a score of ${graduation.score} or more in ${graduation.weeks} consecutive official weeks, or graduated by a user. Timed out: the last day of onboarding has passed and the customer has not graduated.`,
    unit: 'One of eleven states',
    inputs: ['Pace', 'First use of each product', 'Pauses and extensions', 'Go-live date'],
    exclusions: 'None. Before the first score, the state is “No score yet”.',
    source: 'onboardingRules in src/shared/onboarding/constants.ts',
  }),
  onTrackShare: () => ({
    formula:
      'Number of customers on track, divided by the number of customers in onboarding that are on track, behind, far behind, stuck or not started.',
    unit: 'Percent',
    inputs: ['Onboarding state of each customer'],
    exclusions: `Paused cases, and cases without a score yet. No share is given for fewer than ${minimumGroupSize} customers.`,
    source: 'onboardingFigures in src/shared/onboarding/figures.ts',
  }),
  checkpointsReached: () => ({
    formula:
      'Number of customers that reached the checkpoint’s target score on time. Only checkpoints of the last 90 days count. The score is the last score that was known on the day of the checkpoint.',
    unit: 'Customers',
    inputs: ['Last official adoption score up to the day of the checkpoint'],
    exclusions:
      'Customers without a score in the two weeks before the checkpoint, and customers that left before it.',
    source: 'checkpointScore in src/shared/onboarding/progress.ts',
  }),
  timeToFirstUse: () => ({
    formula:
      'Days from go-live until a patient or the front desk first used a product. The median is a Kaplan–Meier estimate: a customer that has not used the product yet counts as still waiting since its go-live.',
    unit: 'Days',
    inputs: ['Usage by product', 'Go-live date'],
    exclusions:
      'Products that the customer is not entitled to. If daily usage is no longer stored, the end of the first week with usage is the day of first use.',
    source: 'onboarding_milestone.done_on',
  }),
  onboardingBlocker: () => ({
    formula:
      'The recorded reason that holds up the onboarding, and the days since the reason was recorded. Days lost are days with at least one blocker.',
    unit: 'Days',
    inputs: ['Blockers set and cleared'],
    exclusions: 'Days before a blocker was set.',
    source: 'onboarding_blocker',
  }),
  onboardingFunnel: () => ({
    formula:
      'For each step: the number of customers that reached it, their share of the customers that reached the previous step, and the median days since go-live. The median is a Kaplan–Meier estimate: a customer that has not reached the step yet counts as still waiting since its go-live.',
    unit: 'Customers, percent, days',
    inputs: ['Milestones', 'Weekly adoption score'],
    exclusions: 'Customers that went live before scores were recorded.',
    source: 'buildFunnel in src/shared/onboarding/analytics.ts',
  }),
  onboardingCohort: () => ({
    formula:
      'For the customers of each go-live month: their mean score at a checkpoint, and the share of them that had reached the checkpoint’s target.',
    unit: 'Percent',
    inputs: ['Last official score up to the day of each checkpoint', 'Go-live date'],
    exclusions: `No value until all customers of the month have passed the checkpoint, or for fewer than ${minimumGroupSize} customers.`,
    source: 'buildOnboardingCohorts in src/shared/onboarding/analytics.ts',
  }),
  onboardingRetention: () => ({
    formula:
      'Share of customers that stayed at least 12 months after go-live, among customers that stayed until day 60 (Kaplan–Meier estimate with a 95% log-log interval).',
    unit: 'Percent',
    inputs: ['Score at day 60', 'The day a customer left'],
    exclusions:
      'Customers that left before day 60, and customers without a score at day 60. A difference in retention is an association, not proof of a cause.',
    source: 'compareRetentionByEarlyScore in src/shared/onboarding/analytics.ts',
  }),
  onboardingCurve: () => ({
    formula:
      'Mean adoption score of a group in each week since go-live, with a 95% confidence interval.',
    unit: 'Percent of benchmark',
    inputs: ['Weekly adoption score'],
    exclusions: `Weeks in which fewer than ${minimumGroupSize} customers of the group have a score.`,
    source: 'meanScoreCurve in src/shared/onboarding/comparison.ts',
  }),
  sameMix: () => ({
    formula:
      'Mean score of each group if all groups had the same mix of sizes and EHRs as all compared customers together (direct standardization). Groups by size are adjusted for EHR only; groups by EHR are adjusted for size only. The difference in mix is the share of a group’s customers that would need another size or EHR to match.',
    unit: 'Percent of benchmark',
    inputs: ['Size tier', 'EHR', 'Adoption score'],
    exclusions:
      'Combinations of size and EHR that are missing from a group are left out of all groups.',
    source: 'createStandardizedMean in src/shared/onboarding/comparison.ts',
  }),
} satisfies Partial<MetricDefinitions>;
