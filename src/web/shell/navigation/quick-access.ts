import { paths } from '#shared/core/pages/paths.ts';
import { type PageRoute, pages } from '#web/routes.tsx';
import { readOpenedPaths } from './opened-pages.ts';

/** Number of pages under "Quick access". */
const mostPages = 4;

/** Pages under "Quick access" until the user has opened other pages. */
const defaultPaths = [paths.atRisk, paths.tickets, paths.onboarding, paths.dashboard];

/**
 * Returns the pages of menu groups that the user opened most, of equally many views the latest
 * first. Usual pages fill the remaining places.
 */
export function findQuickAccessPages(userId: string): readonly PageRoute[] {
  const views = new Map<string, number>();
  // Of paths with equal counts, a stable sort keeps the order of the map: the latest path first.
  for (const path of readOpenedPaths(userId).toReversed())
    views.set(path, (views.get(path) ?? 0) + 1);
  const opened = [...views].toSorted((one, other) => other[1] - one[1]).map(([path]) => path);
  return [...new Set([...opened, ...defaultPaths])]
    .flatMap((path) => pages.find((page) => page.path === path && page.menuGroup) ?? [])
    .slice(0, mostPages);
}
