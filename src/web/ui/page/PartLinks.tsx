import type { ComponentType, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from './part-links.module.css';

interface PagePart {
  /** Stands in the address as `part`. */
  key: string;
  name: string;
  Part: ComponentType;
}

type PageParts = readonly [PagePart, ...PagePart[]];

interface Properties {
  label: string;
  /** The first one is the page without a parameter. */
  parts: PageParts;
  chosen: PagePart;
  guide: string;
}

/** The part of a page that its address names. */
export function useChosenPart(parts: PageParts): PagePart {
  const [parameters] = useSearchParams();
  return parts.find(({ key }) => key === parameters.get('part')) ?? parts[0];
}

/** Links to the parts of a page. */
export function PartLinks({ label, parts, chosen, guide }: Properties) {
  const links = parts.map(({ key, name }) => ({ key, name, search: key === parts[0].key ? '' : `part=${key}` }));
  return <TabLinks label={label} links={links} chosen={chosen.key} guide={guide} />;
}

interface TabLinksProperties {
  label: string;
  /** `search` is the address of each after its `?`. */
  links: readonly { key: string; name: ReactNode; search: string }[];
  chosen: string;
  guide: string;
}

/** On a phone the row of links is wider than the screen: its chosen one comes into its middle, and the page stays where it is. */
function bringIntoRow(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Links between the views of a page, of which one is shown. */
export function TabLinks({ label, links, chosen, guide }: TabLinksProperties) {
  return (
    <nav className={classes.parts} aria-label={label} data-guide={guide}>
      {links.map(({ key, name, search }) => (
        <Link key={key} ref={key === chosen ? bringIntoRow : undefined} to={{ search }} aria-current={key === chosen ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** A view's name with the number of its rows; nothing until that is known, but its room is kept. */
export function CountedName({ name, count }: { name: string; count: number | undefined }) {
  return (
    <>
      {name} <span className={classes.count}>{count?.toLocaleString('en-US')}</span>
    </>
  );
}
