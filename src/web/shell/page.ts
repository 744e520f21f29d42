import { matchPath, useLocation } from 'react-router';
import { type Page, pages } from '#web/routes.tsx';

/** The row of the table of pages that an address belongs to. */
export function pageOf(pathname: string): Page {
  const page = pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  if (!page) throw new Error(`No page for ${pathname}`);
  return page;
}

/** Addresses of visitors without an account, whether or not there is a page. */
const visitorAddress = /^\/(login$|(insights|public\/insights|customer-insights[^/]*|refer|r)(\/|$))/;

/** Whether the page at this address goes without the floating navigation. */
export const hidesNavigation = (pathname: string): boolean => visitorAddress.test(pathname) || pageOf(pathname).hidesNavigation;

export const usePage = (): Page => pageOf(useLocation().pathname);
