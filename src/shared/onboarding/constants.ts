/** Onboarding rules: pace in points of the adoption score, days counted by the onboarding clock. */
export const onboardingRules = {
  /**
   * Lowest pace that is on track; `behindFrom` is the lowest that is behind rather than far behind.
   */
  onTrackFrom: -5,
  behindFrom: -20,
  /** Day by which a customer without any usage counts as not started. */
  notStartedDay: 14,
  /** Stuck: behind, without a new product in use and with less than `points` gained in `days`. */
  stuck: { days: 21, points: 2 },
  /** Graduation: this score or more in this number of consecutive official weeks. */
  graduation: { score: 80, weeks: 4 },
} as const;

/** Day and score that define onboarding success in retention comparisons. */
export const onboardingLandmark = { day: 60, score: 50 } as const;
