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
} as const;

/** The steps of the daily pipeline, in the business time zone. */
export const churnPipeline = [
  { cron: '0 4 * * *', does: 'gathers what is known of every live customer' },
  { cron: '0 5 * * *', does: 'looks for warning patterns and makes the predictions' },
  { cron: '0 6 * * *', does: 'compares them with yesterday and sets the alerts' },
] as const;
