/** Days before a notice at which the health of a lost customer is reported. */
export const reportedDaysBeforeNotice = [90, 60, 30] as const;

/** Days after the notice within which a loss should be reviewed. */
export const reviewDueDays = 10;

/**
 * Maximum share of undecided risk episodes, 0–1. Above it, the share of saved episodes is not
 * reported.
 */
export const maximumUndecidedEpisodeShare = 0.2;
