import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';

interface Properties {
  /** Path of the page whose list contains the rows. `address` has additional URL parameters. */
  path: string;
  address?: Record<string, string>;
  filters: readonly ListFilter[];
  /** Description of the number for screen readers; omitted when the link text contains it. */
  of?: string;
  children: ReactNode;
}

/**
 * Number that links to its rows in another page's list. The link ignores that list's default view,
 * which could hide some rows.
 */
export function RowsOnOtherPageLink({ path, address = {}, filters, of, children }: Properties) {
  const search = new URLSearchParams(
    formatListQueryString(filters.length === 0 ? { view: 'none' } : { filters }),
  );
  for (const [name, value] of Object.entries(address)) search.set(name, value);
  return (
    <Anchor
      component={Link}
      to={{ pathname: path, search: search.toString(), hash: 'customers' }}
      inherit
      c="inherit"
      td="underline"
    >
      {children}
      {of !== undefined && <VisuallyHidden component="span">{` ${of}`}</VisuallyHidden>}
    </Anchor>
  );
}
