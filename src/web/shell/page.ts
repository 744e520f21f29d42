import { matchPath, useLocation } from 'react-router';
import { type Page, pages } from '#web/routes.tsx';

/** The row of the table of pages that an address belongs to. */
export function pageOf(pathname: string): Page {
  const page = pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  if (!page) throw new Error(`No page for ${pathname}`);
  return page;
}

export const usePage = (): Page => pageOf(useLocation().pathname);
