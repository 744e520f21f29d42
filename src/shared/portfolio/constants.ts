/** Percent by which the peers' median must fall to count as a seasonal effect rather than noise. */
export const seasonFall = 2;

/** Maximum age in hours of churn predictions shown as tiers. */
export const predictionStaleHours = 48;
