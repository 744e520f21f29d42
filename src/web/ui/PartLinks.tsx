import type { ComponentType } from 'react';
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
  return (
    <nav className={classes.parts} aria-label={label} data-guide={guide}>
      {parts.map(({ key, name }) => (
        <Link key={key} to={{ search: key === parts[0].key ? '' : `part=${key}` }} aria-current={key === chosen.key ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
