import { getUser } from '#shared/auth/auth.ts';
import type { PageCalls } from '#shared/core/pages/page-manifest.ts';
import type { FirstVisits } from '#web/ui/page/first-visit.ts';

/**
 * First visits that the rooms export from `first-visit.ts`. Only the build and tests load this
 * file.
 */
const rooms = import.meta.glob<FirstVisits>('/src/web/*/first-visit.ts', {
  eager: true,
  import: 'firstVisits',
});
const visits: FirstVisits = Object.assign({}, ...Object.values(rooms));

/**
 * Returns the files and calls that a page's HTML preloads; `undefined` for a page without an entry.
 */
export const findFirstVisit = (path: string) => visits[path];

export function findFirstVisitCalls(path: string): PageCalls | undefined {
  const visit = findFirstVisit(path);
  return visit && { always: [getUser.path], first: [...visit.calls] };
}
