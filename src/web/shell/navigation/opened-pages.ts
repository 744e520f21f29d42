import { useEffect } from 'react';
import { readBrowserValue, storeBrowserValue } from '#web/core/stored.ts';
import type { PageRoute } from '#web/routes.tsx';

/** Number of recent page views that are counted, so that pages of the past lose their place. */
const countedViews = 60;

const storageName = (userId: string): string => `opened-pages-${userId}`;

/** Paths of the pages that the user opened in this browser, oldest first. */
export const readOpenedPaths = (userId: string): string[] =>
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
