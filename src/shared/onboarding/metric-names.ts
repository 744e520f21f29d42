export const metricNames = {
  onboardingDay: 'Day of onboarding',
  expectedScore: 'Expected score',
  onboardingPace: 'Pace',
  onboardingState: 'Onboarding state',
  onTrackShare: 'On track',
  checkpointsReached: 'Checkpoints reached',
  timeToFirstUse: 'Time to first use',
  onboardingBlocker: 'Blocker',
  onboardingFunnel: 'Onboarding funnel',
  onboardingCohort: 'Go-live months',
  onboardingRetention: 'Retention after 12 months',
  onboardingCurve: 'Mean score since go-live',
  sameMix: 'Mix-adjusted score',
} as const;

declare module '#shared/metrics/metric.ts' {
  interface MetricNames {
    onboarding: typeof metricNames;
  }
}
