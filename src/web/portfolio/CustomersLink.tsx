import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter, ListSort } from '#shared/list/state.ts';

interface Properties {
  filters: readonly ListFilter[];
  search?: string;
  sort?: readonly ListSort[];
  children: ReactNode;
  /** Words of its own, which have the colour of a link. */
  isWord?: boolean;
  /** What the number counts, for those who hear it alone. */
  of?: string;
}

/** A number that opens the customers behind it in the portfolio's list. */
export function CustomersLink({ filters, search = '', sort = [], children, isWord = false, of }: Properties) {
  const asked = listSearch({ filters, search, sort });
  // The number is not counted in the scope that the portfolio was last seen in.
  return (
    <Anchor
      component={Link}
      to={{ pathname: paths.portfolio, search: `scope=all&${asked === '' ? listSearch({ view: 'none' }) : asked}`, hash: 'customers' }}
      inherit
      {...(isWord ? { td: 'underline' } : { c: 'inherit' })}
    >
      {children}
      {of !== undefined && ' '}
      {of !== undefined && <VisuallyHidden component="span">{of}</VisuallyHidden>}
    </Anchor>
  );
}
