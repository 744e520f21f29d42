import { Anchor, type AnchorProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { paths } from '#shared/paths.ts';

interface Properties extends AnchorProps {
  filters: readonly ListFilter[];
  search?: string;
  children: ReactNode;
  /** What the number counts, for those who hear it alone. */
  of?: string;
}

/** A number that opens the customers behind it in the portfolio's list. */
export function CustomersLink({ filters, search = '', children, of, ...anchor }: Properties) {
  const isPlain = filters.length === 0 && search === '';
  return (
    <Anchor
      component={Link}
      to={{ pathname: paths.portfolio, search: listSearch({ filters, search, view: isPlain ? 'none' : null }), hash: 'customers' }}
      c="inherit"
      inherit
      {...anchor}
    >
      {children}
      {of !== undefined && ' '}
      {of !== undefined && <VisuallyHidden component="span">{of}</VisuallyHidden>}
    </Anchor>
  );
}
