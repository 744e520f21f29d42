import type { ComponentType } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { type ProductPageKey, productPageTitles } from '#shared/core/pages/product-pages.ts';
import type { GuideEntry } from '#web/ui/guide/guide.ts';

export interface Page {
  path: string;
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
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
  /** Canonical path for search engines, when it is another row's. */
  canonical?: string;
  /** Guide behind the title button; `undefined` for pages that explain themselves. */
  guide: GuideEntry | undefined;
  /** Entry in the floating navigation, which keeps the order of this table. */
  menu?: { label: string; subtitle: string };
  /** Group of the menu in which the page is listed under its title, unless it has a main entry. */
  menuGroup?: 'Customers' | 'Figures' | 'Products' | 'Administration';
}

const usual = { isPublic: false, hidesNavigation: false, isMap: false, isIndexed: false };

const mapHome = {
  ...usual,
  title: 'Map',
  description: 'Every customer practice on one map, colored by health.',
  guide: {
    key: 'customer-health',
    name: 'Customer Health',
    load: async () => (await import('#web/map/guide.ts')).customerHealthGuide,
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

const ticketCampaignsGuide: GuideEntry = {
  key: 'ticket-campaigns',
  name: 'Ticket Campaigns',
  load: async () => (await import('#web/campaigns/tickets/guide.ts')).ticketCampaignsGuide,
};

const productPage = (key: ProductPageKey, guideName: string, description: string): Page => ({
  ...usual,
  path: paths.product(key),
  title: productPageTitles[key],
  menuGroup: 'Products',
  description,
  guide: {
    key: `product-${key}`,
    name: guideName,
    load: async () => (await import('#web/products/guide.ts')).productGuide,
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
 * alias is a row.
 */
export const pages: readonly Page[] = [
  { ...landing, path: '/', isIndexed: true },
  { ...landing, path: '/public-insights', canonical: '/' },
  { ...landing, path: '/insights', canonical: '/' },
  { ...landing, path: '/customer-insights', canonical: '/' },
  { ...mapHome, path: '/app', menu: { label: 'Map', subtitle: 'customer locations' } },
  {
    ...usual,
    path: '/portfolio',
    title: 'Portfolio',
    description: 'All customers by health: which moved, how, and why.',
    load: async () => (await import('#web/portfolio/PortfolioPage.tsx')).PortfolioPage,
    guide: {
      key: 'portfolio',
      name: 'Portfolio Overview',
      load: async () => (await import('#web/portfolio/guide.ts')).portfolioGuide,
    },
    menu: { label: 'Portfolio', subtitle: 'health overview' },
  },
  {
    ...usual,
    path: '/at-risk-customers',
    title: 'At-risk customers',
    menuGroup: 'Customers',
    description: 'Customers at risk, why, and what to do first.',
    load: async () => (await import('#web/risk/AtRiskPage.tsx')).AtRiskPage,
    guide: {
      key: 'at-risk-customers',
      name: 'At Risk Customers',
      load: async () => (await import('#web/risk/guide.ts')).atRiskGuide,
    },
  },
  {
    ...usual,
    path: '/dashboard',
    title: 'Dashboard',
    menuGroup: 'Figures',
    description: 'Dashboards of key figures, and the benchmarks behind every score.',
    load: async () => (await import('#web/boards/DashboardPage.tsx')).DashboardPage,
    guide: {
      key: 'dashboard',
      name: 'Customer Dashboard',
      load: async () => (await import('#web/boards/guide.ts')).dashboardGuide,
    },
  },
  {
    ...usual,
    path: paths.churn,
    title: 'Churn analysis',
    description: 'Customers who left, why, and whether health scores warned us.',
    load: async () => (await import('#web/churn/losses/ChurnPage.tsx')).ChurnPage,
    guide: {
      key: 'churn',
      name: 'Churn Analysis',
      load: async () => (await import('#web/churn/losses/guide.ts')).lossesGuide,
    },
    menu: { label: 'Churn Analysis', subtitle: 'lost customers' },
  },
  {
    ...usual,
    path: '/churn-dashboard',
    title: 'Churn predictions',
    menuGroup: 'Customers',
    description: 'Customers predicted to churn, how soon, and why.',
    load: async () =>
      (await import('#web/churn/predictions/ChurnDashboardPage.tsx')).ChurnDashboardPage,
    guide: {
      key: 'churn-dashboard',
      name: 'Churn Predictions',
      load: async () => (await import('#web/churn/guide.ts')).churnGuide,
    },
  },
  {
    ...usual,
    path: '/churn-monitoring',
    title: 'Churn monitoring',
    menuGroup: 'Figures',
    description: 'How the churn predictions are made, and how good they were.',
    load: async () =>
      (await import('#web/churn/quality/ChurnMonitoringPage.tsx')).ChurnMonitoringPage,
    guide: {
      key: 'churn-monitoring',
      name: 'Churn Monitoring',
      load: async () => (await import('#web/churn/quality/guide.ts')).churnMonitoringGuide,
    },
  },
  {
    ...usual,
    path: paths.churnAnalytics,
    title: 'Churn analytics',
    menuGroup: 'Figures',
    description: 'Revenue retention, renewals, and customers who moved.',
    load: async () =>
      (await import('#web/churn/analytics/ChurnAnalyticsPage.tsx')).ChurnAnalyticsPage,
    guide: {
      key: 'churn-analytics',
      name: 'Churn Analytics',
      load: async () => (await import('#web/churn/analytics/guide.ts')).churnAnalyticsGuide,
    },
  },
  {
    ...usual,
    path: '/onboarding-comparison',
    title: 'Onboarding comparison',
    description: 'New customers compared by group at the same age, and with the targets.',
    load: async () =>
      (await import('#web/onboarding/comparison/OnboardingComparisonPage.tsx'))
        .OnboardingComparisonPage,
    guide: {
      key: 'onboarding-comparison',
      name: 'Onboarding Comparison',
      load: async () =>
        (await import('#web/onboarding/comparison/guide.ts')).onboardingComparisonGuide,
    },
    menu: { label: 'Onboarding', subtitle: 'performance metrics' },
  },
  {
    ...usual,
    path: '/onboarding',
    title: 'Customers in onboarding',
    menuGroup: 'Customers',
    description: 'Customers in onboarding, their progress, and their blockers.',
    load: async () => (await import('#web/onboarding/OnboardingPage.tsx')).OnboardingPage,
    guide: {
      key: 'onboarding',
      name: 'Onboarding Dashboard',
      load: async () => (await import('#web/onboarding/guide.ts')).onboardingGuide,
    },
  },
  {
    ...usual,
    path: '/onboarding-analytics',
    title: 'Onboarding analytics',
    menuGroup: 'Figures',
    description: 'Onboarding speed, drop-off, blockers, and their effect on retention.',
    load: async () =>
      (await import('#web/onboarding/analytics/OnboardingAnalyticsPage.tsx'))
        .OnboardingAnalyticsPage,
    guide: {
      key: 'onboarding-analytics',
      name: 'Onboarding Analytics',
      load: async () =>
        (await import('#web/onboarding/analytics/guide.ts')).onboardingAnalyticsGuide,
    },
  },
  {
    ...usual,
    path: paths.successOps,
    title: 'Success operations',
    description: 'The team’s work: what to do today, and everyone’s workload.',
    load: async () => (await import('#web/success-ops/SuccessOpsPage.tsx')).SuccessOpsPage,
    guide: {
      key: 'customer-success-ops',
      name: 'Success Operations',
      load: async () => (await import('#web/success-ops/guide.ts')).successOpsGuide,
    },
    menu: { label: 'Success Ops', subtitle: 'team operations' },
  },
  {
    ...usual,
    path: paths.tickets,
    title: 'Tickets',
    menuGroup: 'Customers',
    description: 'Support tickets: open tickets, their age, and their effect on usage.',
    load: async () => (await import('#web/tickets/desk/TicketDeskPage.tsx')).TicketDeskPage,
    guide: {
      key: 'tickets',
      name: 'Tickets',
      load: async () => (await import('#web/tickets/desk/guide.ts')).ticketsGuide,
    },
  },
  {
    ...usual,
    path: paths.ticketCampaigns,
    title: 'Ticket campaigns',
    menuGroup: 'Customers',
    description: 'One ticket for each customer in a segment, with progress.',
    load: async () =>
      (await import('#web/campaigns/tickets/TicketCampaignsPage.tsx')).TicketCampaignsPage,
    guide: ticketCampaignsGuide,
  },
  {
    ...usual,
    path: paths.newTicketCampaign,
    title: 'New ticket campaign',
    description: 'Choose customers, write the ticket, assign owners, and preview.',
    load: async () =>
      (await import('#web/campaigns/tickets/new/NewCampaignPage.tsx')).NewCampaignPage,
    guide: ticketCampaignsGuide,
  },
  {
    ...usual,
    path: paths.ticketCampaign(':campaignId'),
    title: 'Ticket campaign',
    description: 'A ticket campaign: progress by assignee, and all of its tickets.',
    load: async () => (await import('#web/campaigns/tickets/CampaignPage.tsx')).CampaignPage,
    guide: ticketCampaignsGuide,
  },
  { ...mapHome, path: '/home' },
  { ...mapHome, path: '/map' },
  { ...mapHome, path: '/search' },
  { ...mapHome, path: '/customer-success' },
  {
    ...usual,
    path: '/institution/:id/overview',
    title: 'Customer overview',
    description: 'The health of one customer: products, score, locations and what would move it.',
    guide: {
      key: 'institution',
      name: 'Customer Overview',
      load: async () => (await import('#web/overview/guide.ts')).institutionGuide,
    },
    load: async () =>
      (await import('#web/overview/InstitutionOverviewPage.tsx')).InstitutionOverviewPage,
  },
  {
    ...usual,
    path: '/scoring-rules',
    title: 'Scoring rules',
    menuGroup: 'Figures',
    description: 'The rules behind the scores, and what other rules would change.',
    guide: {
      key: 'scoring-rules',
      name: 'Scoring Rules',
      load: async () => (await import('#web/scoring/guide.ts')).scoringRulesGuide,
    },
    load: async () => (await import('#web/scoring/ScoringRulesPage.tsx')).ScoringRulesPage,
  },
  {
    ...usual,
    path: paths.admin,
    title: 'Administration',
    menuGroup: 'Administration',
    description: 'User access, data sources, and the audit log.',
    guide: {
      key: 'admin',
      name: 'Administration',
      load: async () => (await import('#web/admin/guide.ts')).adminGuide,
    },
    load: async () => (await import('#web/admin/AdminPage.tsx')).AdminPage,
  },
  productPage(
    'scheduling',
    'Scheduling',
    'Online booking, waitlist and recalls: what they do, how practices use them, and what customers’ own figures say.',
  ),
  productPage(
    'forms',
    'Forms',
    'Paperwork done before the visit: what it does, how practices use it, and what customers’ own figures say.',
  ),
  productPage(
    'payments',
    'Payments',
    'Balances paid from the phone and at the desk: what it does, how practices use it, and what customers’ own figures say.',
  ),
  productPage(
    'verification',
    'Verification',
    'Coverage known before the visit: what it does, how practices use it, and what customers’ own figures say.',
  ),
  productPage(
    'communications',
    'Communications',
    'Messages, reminders and reviews: what they do, how practices use them, and what customers’ own figures say.',
  ),
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
