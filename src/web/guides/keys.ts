/** The pages, and families of pages, that have a guide, by the name in its title. */
export const guideNames = {
  'customer-health': 'Customer Health',
  portfolio: 'Portfolio Overview',
  'at-risk-customers': 'At Risk Customers',
  onboarding: 'Onboarding Dashboard',
  churn: 'Churn Predictions',
  dashboard: 'Customer Dashboard',
  institution: 'Customer Overview',
  'scoring-rules': 'Scoring Rules',
  product: 'Product Page',
} as const;

export type GuideKey = keyof typeof guideNames;
