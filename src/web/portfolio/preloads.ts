import { buildUrl } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getKeyFigures } from '#shared/portfolio/key-figures.ts';
import { getWeekFigures } from '#shared/portfolio/week-figures.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

export const preloadsByPage: PagePreloads = {
  [paths.portfolio]: {
    parts: ['src/web/portfolio/PortfolioPage.tsx', 'src/web/portfolio/PortfolioOverview.tsx'],
    // The list of customers is not preloaded, because it is much larger than the key figures, which
    // are shown first.
    calls: [
      getKeyFigures.path,
      getWeekFigures.path,
      buildUrl(getSavedViews.path, {}, { list: 'portfolio' }),
    ],
  },
};
