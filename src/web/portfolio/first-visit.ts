import { urlOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getKeyFigures } from '#shared/portfolio/key-figures.ts';
import { getWeekFigures } from '#shared/portfolio/week-figures.ts';
import type { FirstVisits } from '#web/ui/page/first-visit.ts';

export const firstVisits: FirstVisits = {
  [paths.portfolio]: {
    parts: ['src/web/portfolio/PortfolioPage.tsx', 'src/web/portfolio/Overview.tsx'],
    // The rows are much larger than the figures, which are shown first.
    calls: [
      getKeyFigures.path,
      getWeekFigures.path,
      urlOf(getSavedViews.path, {}, { list: 'portfolio' }),
    ],
  },
};
