/** Rules that rank at-risk customers by yearly revenue at stake and proximity of the renewal. */
export const priorityRules = {
  /**
   * Range of the chance of loss that is derived from the score when there is no churn prediction.
   */
  scoreRisk: { least: 0.05, most: 0.9 },
  /**
   * Factors by days until the renewal: the smallest matching window applies, otherwise 1. An
   * overdue renewal matches all windows.
   */
  renewalFactors: [
    { withinDays: 60, factor: 1.5 },
    { withinDays: 120, factor: 1.25 },
  ],
} as const;

/**
 * Number of official weeks before the last one; a customer at risk in any of them can count as
 * recovered.
 */
export const recoveredWithinWeeks = 4;
