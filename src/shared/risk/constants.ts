/** Rules that rank at-risk customers by yearly revenue at stake and time until the renewal. */
export const priorityRules = {
  /**
   * Limits of the chance of loss, 0–1, when it is derived from the score for lack of a churn
   * prediction.
   */
  scoreRisk: { least: 0.05, most: 0.9 },
  /**
   * Factors by days until the renewal. The smallest matching window applies; without a match, the
   * factor is 1. An overdue renewal matches all windows.
   */
  renewalFactors: [
    { withinDays: 60, factor: 1.5 },
    { withinDays: 120, factor: 1.25 },
  ],
} as const;

/**
 * Number of official weeks before the last one that count for recovery. A customer that was at risk
 * in any of these weeks can count as recovered.
 */
export const recoveryLookBackWeeks = 4;
