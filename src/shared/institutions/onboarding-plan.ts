/**
 * Duration of onboarding in days, and the target adoption scores in percent by day after go-live.
 */
export const onboardingDaysAndTargets = {
  days: 180,
  targets: [
    { day: 30, percent: 25 },
    { day: 60, percent: 50 },
    { day: 90, percent: 80 },
  ],
} as const;
