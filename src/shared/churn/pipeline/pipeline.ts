/**
 * Warning time of churn predictions, in days before the expected notice. A tier's `to` is
 * exclusive, except for the last tier.
 */
export const churnPredictionRules = {
  days: { from: 30, to: 60 },
  tiers: [
    { name: 'IMMEDIATE', from: 0, to: 30 },
    { name: 'HIGH', from: 30, to: 45 },
    { name: 'MEDIUM', from: 45, to: 60 },
  ],
  /** Minimum number of warning patterns for a prediction. */
  minimumPatterns: 3,
  /**
   * Share of live customers, 0–1, that get alerts. Customers with the highest chances come first.
   */
  alertShare: 0.04,
} as const;

/**
 * Steps of the daily pipeline with their times in the business time zone. Each step requires the
 * previous step of the same day.
 */
export const scheduledPipelineSteps = [
  {
    step: 'extract',
    name: 'Gather',
    cron: '0 4 * * *',
    does: 'checks incoming data and gathers customer activity for each week',
  },
  {
    step: 'features',
    name: 'Features',
    cron: '0 5 * * *',
    does: 'computes features of all live customers for the day',
  },
  {
    step: 'score',
    name: 'Predict',
    cron: '0 6 * * *',
    does: 'detects warning patterns, makes predictions and compares them with the day before',
  },
] as const;
