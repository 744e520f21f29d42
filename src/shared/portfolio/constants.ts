/** Minimum fall of the peers' median, in percent, that counts as a seasonal effect. */
export const minimumSeasonalFallPercent = 2;

/** Maximum age of churn predictions, in hours, up to which churn tiers are shown. */
export const predictionStaleHours = 48;
