import type { ProductPageKey } from './product-pages.ts';

/** Every address of the web app that something links to. */
export const paths = {
  landing: '/',
  employeeLogin: '/employee-login',
  home: '/app',
  map: '/map',
  portfolio: '/portfolio',
  dashboard: '/dashboard',
  atRisk: '/at-risk-customers',
  onboarding: '/onboarding',
  onboardingAnalytics: '/onboarding-analytics',
  onboardingComparison: '/onboarding-comparison',
  successOps: '/customer-success-ops',
  tickets: '/hubspot-tickets',
  ticket: (ticketId: number) => `/hubspot-tickets?ticket=${ticketId}`,
  ticketCampaigns: '/hubspot-tickets/campaigns',
  newTicketCampaign: '/hubspot-tickets/campaigns/new',
  ticketCampaign: (campaignId: string) => `/hubspot-tickets/campaigns/${campaignId}`,
  scoringRules: '/scoring-rules',
  admin: '/admin',
  churn: '/churn',
  churnDashboard: '/churn-dashboard',
  churnMonitoring: '/churn-monitoring',
  churnAnalytics: '/churn-analytics',
  /** The playbooks, to start one for these customers. */
  startPlaybook: (institutionIds: readonly number[]) => `/customer-success-ops?part=playbooks&customers=${institutionIds.join('.')}`,
  institutionOverview: (institutionId: number) => `/institution/${institutionId}/overview`,
  /** What a practice reads of itself, and the same in the style of an e-mail. */
  customerInsights: (institutionId: number) => `/customer-insights/${institutionId}`,
  mailInsights: (institutionId: number) => `/insights/${institutionId}`,
  product: (page: ProductPageKey) => `/products/${page}`,
} as const;
