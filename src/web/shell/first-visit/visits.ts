import { getUser } from '#shared/auth/auth.ts';
import { urlOf } from '#shared/core/endpoint.ts';
import type { PageCalls } from '#shared/core/pages/page-manifest.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { productPageKeys } from '#shared/core/pages/product-pages.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getFeatureTargets, getHealthTrend } from '#shared/health/health.ts';
import { getInstitutionLocations } from '#shared/institutions/institutions.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getMapMarks } from '#shared/map/marks.ts';
import { getKeyFigures } from '#shared/portfolio/key-figures.ts';
import { getWeekFigures } from '#shared/portfolio/week-figures.ts';
import { getProductProof } from '#shared/products/proof.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { getScoringRules } from '#shared/scoring/rules.ts';
import { getHealthHistory } from '#shared/timeline/history.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getWorkSummaries } from '#shared/work/tasks.ts';

interface FirstVisit {
  /** Source files as named in the bundle, in the order in which the page needs them. */
  parts: readonly string[];
  /** Paths of the page's API calls; `:id` is taken from the page's address. */
  calls: readonly string[];
}

const savedViews = (list: string) => urlOf(getSavedViews.path, {}, { list });

const map: FirstVisit = {
  // The map library is as large as the rest of the code, so the page loads it after the first rendering, and the practices after the
  // library.
  parts: ['src/web/map/MapPage.tsx'],
  calls: [getClientSettings.path, getMapMarks.path],
};

const product = (key: (typeof productPageKeys)[number]): FirstVisit => ({
  parts: ['src/web/products/ProductPage.tsx'],
  calls: [urlOf(getProductProof.path, { product: key })],
});

const visits: Record<string, FirstVisit> = {
  '/app': map,
  '/home': map,
  '/map': map,
  '/search': map,
  '/customer-success': map,
  '/portfolio': {
    parts: ['src/web/portfolio/PortfolioPage.tsx', 'src/web/portfolio/Overview.tsx'],
    // The rows are much larger than the figures, which are shown first.
    calls: [getKeyFigures.path, getWeekFigures.path, savedViews('portfolio')],
  },
  '/at-risk-customers': {
    parts: ['src/web/risk/AtRiskPage.tsx'],
    calls: [getRiskList.path, getRiskCases.path, getWorkSummaries.path, getClientSettings.path, savedViews('at-risk')],
  },
  '/institution/:id/overview': {
    parts: ['src/web/overview/InstitutionOverviewPage.tsx', 'src/web/timeline/History.tsx'],
    calls: [
      `${getHealthTrend.path}?weeks=1`,
      getInstitutionLocations.path,
      getRiskCases.path,
      getClientSettings.path,
      getFeatureTargets.path,
      `${getHealthHistory.path}?weeks=26`,
    ],
  },
  '/dashboard': {
    parts: ['src/web/boards/DashboardPage.tsx', 'src/web/boards/CustomersTab.tsx'],
    // The board and the scope depend on the URL and the browser's storage, which the server does not know.
    calls: [getClientSettings.path],
  },
  '/scoring-rules': {
    parts: ['src/web/scoring/ScoringRulesPage.tsx'],
    calls: [getScoringRules.path, getFreshness.path, getClientSettings.path],
  },
  ...Object.fromEntries(productPageKeys.map((key) => [paths.product(key), product(key)])),
};

/**
 * Returns the files and calls to preload with the page's HTML, so that they load in parallel with the app. A page without an entry works
 * too, only slower.
 */
export const firstVisit = (path: string): FirstVisit | undefined => visits[path];

export function firstCalls(path: string): PageCalls | undefined {
  const visit = firstVisit(path);
  return visit && { always: [getUser.path], first: [...visit.calls] };
}
