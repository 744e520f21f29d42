import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';

interface Properties {
  /** The page whose list holds the rows, with what else its address says. */
  path: string;
  address?: Record<string, string>;
  filters: readonly ListFilter[];
  /** What the number counts, for those who hear it alone; left out where the link says it. */
  of?: string;
  children: ReactNode;
}

/** A number that opens the rows behind it in another page's list, in which no view of its own hides some. */
export function RowsElsewhere({ path, address = {}, filters, of, children }: Properties) {
  const search = new URLSearchParams(listSearch(filters.length === 0 ? { view: 'none' } : { filters }));
  for (const [name, value] of Object.entries(address)) search.set(name, value);
  return (
    <Anchor component={Link} to={{ pathname: path, search: search.toString(), hash: 'customers' }} inherit c="inherit" td="underline">
      {children}
      {of !== undefined && <VisuallyHidden component="span">{` ${of}`}</VisuallyHidden>}
    </Anchor>
  );
}
