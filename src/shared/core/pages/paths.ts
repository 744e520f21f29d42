import type { ProductPageKey } from './product-page-products.ts';

/** Paths of the web app, for links. */
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
  /** Returns the path of the page for a new ticket campaign with these customers. */
  newTicketCampaignFor: (institutionIds: readonly number[]) =>
    `/hubspot-tickets/campaigns/new?customers=${institutionIds.join(',')}`,
  ticketCampaign: (campaignId: string) => `/hubspot-tickets/campaigns/${campaignId}`,
  assistant: '/ai-chat',
  /**
   * Returns the path of the dashboard with an answer of the assistant to pin. `plan` is the
   * answer's plan in JSON.
   */
  pinAnswer: (plan: string) => `/dashboard?pin=${encodeURIComponent(plan)}`,
  /** Returns the path that opens the assistant and asks it this question. */
  ask: (question: string) => `/ai-chat?q=${encodeURIComponent(question)}`,
  /**
   * Returns the path of the assistant's page for questions about the rows of a list. `state` is in
   * the format of a list's URL.
   */
  askAboutList: (list: string, state: string) =>
    `/ai-chat?list=${encodeURIComponent(list)}&state=${encodeURIComponent(state)}`,
  /** Returns the path of the assistant's page for questions about one customer. */
  askAboutCustomer: (institutionName: string) =>
    `/ai-chat?customer=${encodeURIComponent(institutionName)}`,
  sales: '/sales',
  salesMap: '/sales/map',
  prospects: '/prospects',
  /** Returns the path of a prospect's page. The key can contain any character. */
  prospect: (key: string) => `/prospect/${encodeURIComponent(key)}`,
  /** Returns the path of a prospect's page with the dialog that converts it to a customer. */
  convertProspect: (key: string) => `/prospect/${encodeURIComponent(key)}?convert`,
  /** Returns the same path with this customer preselected as the same practice. */
  mergeProspectIntoCustomer: (key: string, institutionId: number) =>
    `/prospect/${encodeURIComponent(key)}?convert=${institutionId}`,
  callList: '/prospects/call-list',
  /** Returns the path of the call list with these prospects in this order. */
  callListOf: (prospectIds: readonly number[]) =>
    `/prospects/call-list?prospects=${prospectIds.join('.')}`,
  route: '/map/route',
  /** Returns the path of the route planner with these customers or prospects as candidates. */
  routeOf: ({
    institutionIds = [],
    prospectIds = [],
  }: {
    institutionIds?: readonly number[];
    prospectIds?: readonly number[];
  }) => {
    const parameters = [
      ...(institutionIds.length === 0 ? [] : [`customers=${institutionIds.join('.')}`]),
      ...(prospectIds.length === 0 ? [] : [`prospects=${prospectIds.join('.')}`]),
    ];
    return `/map/route?${parameters.join('&')}`;
  },
  /** Returns the path of the route planner with these customers, all of which are visited. */
  visitPlanOf: (institutionIds: readonly number[]) =>
    `/map/route?customers=${institutionIds.join('.')}&pins=${institutionIds.map((id) => `c${id}`).join('.')}`,
  /** Returns the path of the route planner for the surroundings of a prospect, which is a stop. */
  routeAroundProspect: (prospectId: number, latitude: number, longitude: number) =>
    `/map/route?prospects=${prospectId}&pins=p${prospectId}&around=${latitude.toFixed(4)},${longitude.toFixed(4)}`,
  scoringRules: '/scoring-rules',
  admin: '/admin',
  churn: '/churn',
  /** Form for the notice of a customer. */
  addLoss: (institutionId: number) => `/churn?addLoss=${institutionId}`,
  churnDashboard: '/churn-dashboard',
  churnMonitoring: '/churn-monitoring',
  churnAnalytics: '/churn-analytics',
  /**
   * Returns the path of the playbooks page with these institutions selected for starting a
   * playbook.
   */
  startPlaybook: (institutionIds: readonly number[]) =>
    `/customer-success-ops?part=playbooks&customers=${institutionIds.join('.')}`,
  institutionOverview: (institutionId: number) => `/institution/${institutionId}/overview`,
  /**
   * Returns the path of a practice's insights page. `mailInsights` is the same page in the style of
   * an email.
   */
  customerInsights: (institutionId: number) => `/customer-insights/${institutionId}`,
  mailInsights: (institutionId: number) => `/insights/${institutionId}`,
  product: (page: ProductPageKey) => `/products/${page}`,
} as const;
