/** How early a churn prediction warns, in days before the expected loss; a tier holds from its first day to the day before the next. */
export const churnWarning = {
  days: { from: 30, to: 60 },
  tiers: [
    { name: 'IMMEDIATE', from: 0, to: 30 },
    { name: 'HIGH', from: 30, to: 45 },
    { name: 'MEDIUM', from: 45, to: 60 },
  ],
  /** Warning patterns that must meet in one customer before it is predicted to leave. */
  minimumPatterns: 3,
  /** The share of the live customers, by their chance, above which alerts begin. */
  alertShare: 0.04,
} as const;

/** The steps of the daily pipeline, in the business time zone. Each needs the one before it of the same day. */
export const churnPipeline = [
  { step: 'extract', name: 'Gather', cron: '0 4 * * *', does: 'checks what has come in and gathers what customers did in each week' },
  { step: 'features', name: 'Features', cron: '0 5 * * *', does: 'works out what is known of every live customer on the day' },
  {
    step: 'score',
    name: 'Predict',
    cron: '0 6 * * *',
    does: 'looks for warning patterns, makes the predictions and compares them with the day before',
  },
] as const;
