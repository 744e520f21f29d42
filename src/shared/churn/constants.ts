/** Days before a notice for which the health of lost customers is reported. */
export const daysBeforeNotice = [90, 60, 30] as const;

/** Days after the notice within which a loss should be reviewed. */
export const reviewDays = 10;

/** Maximum share of undecided risk episodes up to which the share of saved episodes is reported. */
export const maximumUndecidedShare = 0.2;
