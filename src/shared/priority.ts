/** How at-risk customers are put in order: the yearly revenue at stake, weighed by how near the renewal is. */
export const priorityRules = {
  /** Where no churn prediction exists, the chance of losing a customer is read off its score and kept within these. */
  scoreRisk: { least: 0.05, most: 0.9 },
  /** Months of revenue that a loss costs. */
  revenueMonths: 12,
  /** The nearest window that holds decides; without one the factor is 1. */
  renewalFactors: [
    { withinDays: 60, factor: 1.5 },
    { withinDays: 120, factor: 1.25 },
  ],
} as const;
