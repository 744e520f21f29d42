import { useEffect } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { readBrowserValue, storeBrowserValue } from '#web/core/stored.ts';
import { type PageRoute, pages } from '#web/routes.tsx';

/** Number of recent page views that are counted, so that pages of the past lose their place. */
const countedViews = 60;

/** Number of pages under "Quick access". */
const mostPages = 4;

/** Pages under "Quick access" until the user has opened other pages. */
const defaultPaths = ['/at-risk-customers', paths.tickets, '/onboarding', '/dashboard'];

const storageName = (userId: string): string => `opened-pages-${userId}`;

/** Paths of the pages that the user opened in this browser, oldest first. */
const readOpenedPaths = (userId: string): string[] =>
  (readBrowserValue(storageName(userId)) ?? '').split('\n').filter((path) => path !== '');

/** Records each opened page of a menu group for `findQuickAccessPages`. */
export function useRecordOpenedPage(userId: string | undefined, page: PageRoute): void {
  const { path, menuGroup } = page;
  useEffect(() => {
    if (userId === undefined || menuGroup === undefined) return;
    const opened = [...readOpenedPaths(userId), path].slice(-countedViews);
    storeBrowserValue(storageName(userId), opened.join('\n'));
  }, [userId, path, menuGroup]);
}

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
