/**
 * Onboarding rules. Pace is in points of the adoption score; days are onboarding days, without
 * pauses.
 */
export const onboardingRules = {
  /**
   * `onTrackFrom`: lowest pace that counts as on track. `behindFrom`: lowest pace that counts as
   * behind; a lower pace counts as far behind.
   */
  onTrackFrom: -5,
  behindFrom: -20,
  /** Day by which a customer without any usage counts as not started. */
  notStartedDay: 14,
  /**
   * A customer that is behind counts as stuck when it started no new product and gained less than
   * `points` points in `days` days.
   */
  stuck: { days: 21, points: 2 },
  /** A customer graduates with at least this score in this number of consecutive official weeks. */
  graduation: { score: 80, weeks: 4 },
} as const;

/** Onboarding day and score that define success when retention is compared. */
export const retentionComparisonLandmark = { day: 60, score: 50 } as const;
