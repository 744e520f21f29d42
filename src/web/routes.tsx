import type { ComponentType } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import {
  type ProductPageKey,
  productPageTitles,
} from '#shared/core/pages/product-page-products.ts';
import type { PageGuideEntry } from '#web/ui/guide/guide.ts';

export interface PageRoute {
  path: string;
  title: string;
  /**
   * One sentence for search engines and link previews; without it, the product's description is
   * used.
   */
  description?: string;
  load: () => Promise<ComponentType>;
  /** `true` when the page needs no sign-in. */
  isPublic: boolean;
  hidesNavigation: boolean;
  /** `true` when the page fills the screen under the floating navigation, without top padding. */
  isMap: boolean;
  /** `true` when search engines may index the page. */
  isIndexed: boolean;
  /** `true` when the build renders the page to HTML, so that it needs no script. */
  isPrerendered?: true;
  /**
   * Path of another page with the same content, which search engines index instead of this page.
   */
  canonical?: string;
  /** Guide that the title button opens; `undefined` for pages that explain themselves. */
  guide: PageGuideEntry | undefined;
  /** Entry in the floating navigation. The entries have the order of the page table. */
  menu?: { label: string; subtitle: string };
  /** Menu group that lists the page by its title; omitted for pages with a `menu` entry. */
  menuGroup?: 'Customers' | 'Sales' | 'Figures' | 'Products' | 'Administration';
}

const usual = { isPublic: false, hidesNavigation: false, isMap: false, isIndexed: false };

const mapHome = {
  ...usual,
  title: 'Map',
  guide: {
    key: 'customer-health',
    name: 'Customer Health',
    load: async () => (await import('#web/map/guide.ts')).createMapGuide,
  },
  load: async () => (await import('#web/map/MapPage.tsx')).MapPage,
  isMap: true,
};

const landing = {
  ...usual,
  title: '$500 employee benefit',
  description:
    'Book a visit at a practice that uses our product, go as a patient, and get $500 back. Once a year, for every employee of Chairside.',
  guide: undefined,
  load: async () => (await import('#web/marketing/LandingPage.tsx')).LandingPage,
  isPublic: true,
  hidesNavigation: true,
  isPrerendered: true as const,
};

const ticketCampaignsGuide: PageGuideEntry = {
  key: 'ticket-campaigns',
  name: 'Ticket Campaigns',
  load: async () => (await import('#web/campaigns/tickets/guide.ts')).createTicketCampaignsGuide,
};

const productPage = (key: ProductPageKey, guideName: string): PageRoute => ({
  ...usual,
  path: paths.product(key),
  title: productPageTitles[key],
  menuGroup: 'Products',
  guide: {
    key: `product-${key}`,
    name: guideName,
    load: async () => (await import('#web/products/guide.ts')).createProductGuide,
  },
  load: async () => (await import('#web/products/ProductPage.tsx')).ProductPage,
});

/**
 * Insights pages for practices. The page /insights/:id in the style of an email is rendered by the
 * server (`src/server/insights/email/`).
 */
const insights = {
  ...usual,
  title: 'Practice insights',
  description: 'What a practice did in the last four weeks, and what similar practices do.',
  guide: undefined,
  isPublic: true,
  hidesNavigation: true,
};
const desktopInsights = {
  ...insights,
  load: async () => (await import('#web/insights/DesktopInsightsPage.tsx')).DesktopInsightsPage,
};

/**
 * Table of all pages. Navigation, padding, titles and the not-found page are derived from it; an
 * alias has its own row.
 */
export const pages: readonly PageRoute[] = [
  { ...landing, path: '/', isIndexed: true },
  { ...landing, path: '/public-insights', canonical: '/' },
  { ...landing, path: '/insights', canonical: '/' },
  { ...landing, path: '/customer-insights', canonical: '/' },
  { ...mapHome, path: '/app', menu: { label: 'Map', subtitle: 'customer locations' } },
  {
    ...usual,
    path: '/portfolio',
    title: 'Portfolio',
    load: async () => (await import('#web/portfolio/PortfolioPage.tsx')).PortfolioPage,
    guide: {
      key: 'portfolio',
      name: 'Portfolio Overview',
      load: async () => (await import('#web/portfolio/guide.ts')).createPortfolioGuide,
    },
    menu: { label: 'Portfolio', subtitle: 'health overview' },
  },
  {
    ...usual,
    path: '/at-risk-customers',
    title: 'At-risk customers',
    menuGroup: 'Customers',
    load: async () => (await import('#web/risk/AtRiskPage.tsx')).AtRiskPage,
    guide: {
      key: 'at-risk-customers',
      name: 'At Risk Customers',
      load: async () => (await import('#web/risk/guide.ts')).createAtRiskGuide,
    },
  },
  {
    ...usual,
    path: '/dashboard',
    title: 'Dashboard',
    menuGroup: 'Figures',
    load: async () => (await import('#web/boards/DashboardPage.tsx')).DashboardPage,
    guide: {
      key: 'dashboard',
      name: 'Customer Dashboard',
      load: async () => (await import('#web/boards/guide.ts')).createDashboardGuide,
    },
  },
  {
    ...usual,
    path: paths.churn,
    title: 'Churn analysis',
    load: async () => (await import('#web/churn/losses/ChurnPage.tsx')).ChurnPage,
    guide: {
      key: 'churn',
      name: 'Churn Analysis',
      load: async () => (await import('#web/churn/losses/guide.ts')).createLossesGuide,
    },
    menu: { label: 'Churn Analysis', subtitle: 'lost customers' },
  },
  {
    ...usual,
    path: '/churn-dashboard',
    title: 'Churn predictions',
    menuGroup: 'Customers',
    load: async () =>
      (await import('#web/churn/predictions/ChurnDashboardPage.tsx')).ChurnDashboardPage,
    guide: {
      key: 'churn-dashboard',
      name: 'Churn Predictions',
      load: async () => (await import('#web/churn/guide.ts')).createChurnGuide,
    },
  },
  {
    ...usual,
    path: '/churn-monitoring',
    title: 'Churn monitoring',
    menuGroup: 'Figures',
    load: async () =>
      (await import('#web/churn/quality/ChurnMonitoringPage.tsx')).ChurnMonitoringPage,
    guide: {
      key: 'churn-monitoring',
      name: 'Churn Monitoring',
      load: async () => (await import('#web/churn/quality/guide.ts')).createChurnMonitoringGuide,
    },
  },
  {
    ...usual,
    path: paths.churnAnalytics,
    title: 'Churn analytics',
    menuGroup: 'Figures',
    load: async () =>
      (await import('#web/churn/analytics/ChurnAnalyticsPage.tsx')).ChurnAnalyticsPage,
    guide: {
      key: 'churn-analytics',
      name: 'Churn Analytics',
      load: async () => (await import('#web/churn/analytics/guide.ts')).createChurnAnalyticsGuide,
    },
  },
  {
    ...usual,
    path: '/onboarding-comparison',
    title: 'Onboarding comparison',
    load: async () =>
      (await import('#web/onboarding/comparison/OnboardingComparisonPage.tsx'))
        .OnboardingComparisonPage,
    guide: {
      key: 'onboarding-comparison',
      name: 'Onboarding Comparison',
      load: async () =>
        (await import('#web/onboarding/comparison/guide.ts')).createOnboardingComparisonGuide,
    },
    menu: { label: 'Onboarding', subtitle: 'performance metrics' },
  },
  {
    ...usual,
    path: '/onboarding',
    title: 'Customers in onboarding',
    menuGroup: 'Customers',
    load: async () => (await import('#web/onboarding/OnboardingPage.tsx')).OnboardingPage,
    guide: {
      key: 'onboarding',
      name: 'Onboarding Dashboard',
      load: async () => (await import('#web/onboarding/guide.ts')).createOnboardingGuide,
    },
  },
  {
    ...usual,
    path: '/onboarding-analytics',
    title: 'Onboarding analytics',
    menuGroup: 'Figures',
    load: async () =>
      (await import('#web/onboarding/analytics/OnboardingAnalyticsPage.tsx'))
        .OnboardingAnalyticsPage,
    guide: {
      key: 'onboarding-analytics',
      name: 'Onboarding Analytics',
      load: async () =>
        (await import('#web/onboarding/analytics/guide.ts')).createOnboardingAnalyticsGuide,
    },
  },
  {
    ...usual,
    path: paths.successOps,
    title: 'Success operations',
    load: async () => (await import('#web/success-ops/SuccessOpsPage.tsx')).SuccessOpsPage,
    guide: {
      key: 'customer-success-ops',
      name: 'Success Operations',
      load: async () => (await import('#web/success-ops/guide.ts')).createSuccessOpsGuide,
    },
    menu: { label: 'Success Ops', subtitle: 'team operations' },
  },
  {
    ...usual,
    path: paths.assistant,
    title: 'AI Assistant',
    load: async () => (await import('#web/assistant/AssistantPage.tsx')).AssistantPage,
    guide: {
      key: 'ai-chat',
      name: 'AI Chat',
      load: async () => (await import('#web/assistant/guide.ts')).createAssistantGuide,
    },
    menu: { label: 'AI Assistant', subtitle: 'data analysis' },
  },
  {
    ...usual,
    path: paths.tickets,
    title: 'Tickets',
    menuGroup: 'Customers',
    load: async () => (await import('#web/tickets/desk/TicketDeskPage.tsx')).TicketDeskPage,
    guide: {
      key: 'tickets',
      name: 'Tickets',
      load: async () => (await import('#web/tickets/desk/guide.ts')).createTicketsGuide,
    },
  },
  {
    ...usual,
    path: paths.ticketCampaigns,
    title: 'Ticket campaigns',
    menuGroup: 'Customers',
    load: async () =>
      (await import('#web/campaigns/tickets/TicketCampaignsPage.tsx')).TicketCampaignsPage,
    guide: ticketCampaignsGuide,
  },
  {
    ...usual,
    path: paths.newTicketCampaign,
    title: 'New ticket campaign',
    load: async () =>
      (await import('#web/campaigns/tickets/new/NewCampaignPage.tsx')).NewCampaignPage,
    guide: ticketCampaignsGuide,
  },
  {
    ...usual,
    path: paths.ticketCampaign(':campaignId'),
    title: 'Ticket campaign',
    load: async () => (await import('#web/campaigns/tickets/CampaignPage.tsx')).CampaignPage,
    guide: ticketCampaignsGuide,
  },
  {
    ...usual,
    path: paths.sales,
    title: 'Sales',
    menuGroup: 'Sales',
    load: async () => (await import('#web/prospects/board/SalesPage.tsx')).SalesPage,
    guide: {
      key: 'sales',
      name: 'Sales',
      load: async () => (await import('#web/prospects/guide.ts')).createSalesGuide,
    },
  },
  {
    ...usual,
    path: paths.salesMap,
    title: 'Sales map',
    load: async () => (await import('#web/map/sales/SalesMapPage.tsx')).SalesMapPage,
    guide: {
      key: 'sales-map',
      name: 'Sales Map',
      load: async () => (await import('#web/map/sales/guide.ts')).createSalesMapGuide,
    },
  },
  {
    ...usual,
    path: paths.prospects,
    title: 'Prospects',
    menuGroup: 'Sales',
    load: async () => (await import('#web/prospects/ProspectsPage.tsx')).ProspectsPage,
    guide: {
      key: 'prospects',
      name: 'Prospects',
      load: async () => (await import('#web/prospects/guide.ts')).createProspectsGuide,
    },
  },
  {
    ...usual,
    path: paths.callList,
    title: 'Call list',
    load: async () => (await import('#web/prospects/calls/CallListPage.tsx')).CallListPage,
    guide: {
      key: 'call-list',
      name: 'Call List',
      load: async () => (await import('#web/prospects/calls/guide.ts')).createCallListGuide,
    },
  },
  {
    ...usual,
    path: paths.route,
    title: 'Route',
    menuGroup: 'Sales',
    load: async () => (await import('#web/map/route/RoutePage.tsx')).RoutePage,
    guide: {
      key: 'route',
      name: 'Route',
      load: async () => (await import('#web/map/route/guide.ts')).createRouteGuide,
    },
  },
  {
    ...usual,
    path: '/prospect/:placeId',
    title: 'Prospect',
    load: async () => (await import('#web/prospects/profile/ProspectPage.tsx')).ProspectPage,
    guide: {
      key: 'prospect',
      name: 'Prospect',
      load: async () => (await import('#web/prospects/guide.ts')).createProspectGuide,
    },
  },
  { ...mapHome, path: '/home' },
  { ...mapHome, path: '/map' },
  { ...mapHome, path: '/search' },
  { ...mapHome, path: '/customer-success' },
  {
    ...usual,
    path: '/institution/:id/overview',
    title: 'Customer overview',
    guide: {
      key: 'institution',
      name: 'Customer Overview',
      load: async () => (await import('#web/overview/guide.ts')).createInstitutionGuide,
    },
    load: async () =>
      (await import('#web/overview/InstitutionOverviewPage.tsx')).InstitutionOverviewPage,
  },
  {
    ...usual,
    path: '/scoring-rules',
    title: 'Scoring rules',
    menuGroup: 'Figures',
    guide: {
      key: 'scoring-rules',
      name: 'Scoring Rules',
      load: async () => (await import('#web/scoring/guide.ts')).createScoringRulesGuide,
    },
    load: async () => (await import('#web/scoring/ScoringRulesPage.tsx')).ScoringRulesPage,
  },
  {
    ...usual,
    path: paths.admin,
    title: 'Administration',
    menuGroup: 'Administration',
    guide: {
      key: 'admin',
      name: 'Administration',
      load: async () => (await import('#web/admin/guide.ts')).createAdminGuide,
    },
    load: async () => (await import('#web/admin/AdminPage.tsx')).AdminPage,
  },
  productPage('scheduling', 'Scheduling'),
  productPage('forms', 'Forms'),
  productPage('payments', 'Payments'),
  productPage('verification', 'Verification'),
  productPage('communications', 'Communications'),
  {
    ...insights,
    path: '/customer-insights/:id',
    load: async () => (await import('#web/insights/CustomerInsightsPage.tsx')).CustomerInsightsPage,
  },
  { ...desktopInsights, path: '/public/insights/:id' },
  { ...desktopInsights, path: '/customer-insights-desktop/:id' },
  {
    ...insights,
    path: '/customer-insights-ios/:id',
    load: async () => (await import('#web/insights/MobileInsightsPage.tsx')).MobileInsightsPage,
  },
  {
    ...usual,
    path: '/employee-login',
    title: 'Employee login',
    description: 'Sign in to Chairside as an employee.',
    guide: undefined,
    load: async () => (await import('#web/auth/EmployeeLoginPage.tsx')).EmployeeLoginPage,
    isPublic: true,
    hidesNavigation: true,
  },
  {
    ...usual,
    path: '*',
    title: 'Page not found',
    description: 'There is no page at this address.',
    guide: undefined,
    load: async () => (await import('#web/shell/NotFoundPage.tsx')).NotFoundPage,
    isPublic: true,
  },
];
