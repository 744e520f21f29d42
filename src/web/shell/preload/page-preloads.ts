import { getUser } from '#shared/auth/auth.ts';
import type { PageCalls } from '#shared/core/pages/page-manifest.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

/** Preloads that the rooms export from `preloads.ts`. Only the build and tests load this file. */
const roomPreloads = import.meta.glob<PagePreloads>('/src/web/*/preloads.ts', {
  eager: true,
  import: 'preloadsByPage',
});
const preloads: PagePreloads = Object.assign({}, ...Object.values(roomPreloads));

/**
 * Returns the files and calls that a page's HTML preloads; `undefined` for a page without an entry.
 */
export const findPagePreload = (path: string) => preloads[path];

export function findPreloadCalls(path: string): PageCalls | undefined {
  const preload = findPagePreload(path);
  return preload && { always: [getUser.path], first: [...preload.calls] };
}
