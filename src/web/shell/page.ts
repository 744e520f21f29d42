import { matchPath, useLocation } from 'react-router';
import { type PageRoute, pages } from '#web/routes.tsx';

/** Returns the row of the page table that matches a path. */
export function findPage(pathname: string): PageRoute {
  const page = pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  if (!page) throw new Error(`No page for ${pathname}`);
  return page;
}

/** Matches the paths for visitors without an account, including paths at which no page exists. */
const visitorAddress =
  /^\/(login$|(insights|public\/insights|customer-insights[^/]*|refer|r)(\/|$))/;

/** Returns `true` when the page at this path hides the floating navigation. */
export const hidesNavigation = (pathname: string): boolean =>
  visitorAddress.test(pathname) || findPage(pathname).hidesNavigation;

export const usePage = (): PageRoute => findPage(useLocation().pathname);
