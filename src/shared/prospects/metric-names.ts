export const metricNames = {
  prospectScore: 'Prospect score',
  prospectScoreBackTest: 'Back-test of the prospect score',
  lostProspectReasons: 'Reasons of lost prospects',
  nearestCustomerMiles: 'Miles to the nearest customer',
  similarUsage: 'Usage of similar customers',
  expectedOnboardingDays: 'Expected days of onboarding',
  departuresByEhr: 'Departures by EHR',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    prospects: typeof metricNames;
  }
}
