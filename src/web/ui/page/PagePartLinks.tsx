import type { ComponentType, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { numberText } from '#shared/core/words.ts';
import classes from './part-links.module.css';

interface PagePart {
  /** Value of the `part` parameter in the URL. */
  key: string;
  name: string;
  Part: ComponentType;
}

type PageParts = readonly [PagePart, ...PagePart[]];

interface Properties {
  label: string;
  /** Parts of the page. The first part is shown when the URL has no `part` parameter. */
  parts: PageParts;
  chosen: PagePart;
  guide: string;
}

/** Returns the part of a page that the URL's `part` parameter selects. */
export function useChosenPagePart(parts: PageParts): PagePart {
  const [parameters] = useSearchParams();
  return parts.find(({ key }) => key === parameters.get('part')) ?? parts[0];
}

/** Links to the parts of a page. */
export function PagePartLinks({ label, parts, chosen, guide }: Properties) {
  const links = parts.map(({ key, name }) => ({
    key,
    name,
    search: key === parts[0].key ? '' : `part=${key}`,
  }));
  return <TabLinks label={label} links={links} chosen={chosen.key} guide={guide} />;
}

interface TabLinksProperties {
  label: string;
  /** Links to the views. `search` is a query string without `?`. */
  links: readonly { key: string; name: ReactNode; search: string }[];
  chosen: string;
  guide: string;
}

/**
 * Scrolls the row of links until the current link is centered. On a phone, the row is wider than
 * the screen.
 */
function bringIntoRow(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Links between the views of a page, styled as tabs. */
export function TabLinks({ label, links, chosen, guide }: TabLinksProperties) {
  return (
    <nav className={classes.parts} aria-label={label} data-guide={guide}>
      {links.map(({ key, name, search }) => (
        <Link
          key={key}
          ref={key === chosen ? bringIntoRow : undefined}
          to={{ search }}
          aria-current={key === chosen ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/**
 * Name of a view followed by its number of rows. While the number is loading, its width is
 * reserved.
 */
export function NameWithCount({ name, count }: { name: string; count: number | undefined }) {
  return (
    <>
      {name} <span className={classes.count}>{count !== undefined && numberText(count)}</span>
    </>
  );
}
