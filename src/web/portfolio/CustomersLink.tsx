import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListFilter, ListSort } from '#shared/list/state.ts';

interface Properties {
  filters: readonly ListFilter[];
  search?: string;
  sort?: readonly ListSort[];
  children: ReactNode;
  /**
   * `true` when the link contains words instead of a number. Words are underlined and get the link
   * color.
   */
  isWord?: boolean;
  /** Description of the number for screen readers. */
  of?: string;
}

/** Number that links to its customers in the portfolio list. */
export function CustomersLink({
  filters,
  search = '',
  sort = [],
  children,
  isWord = false,
  of,
}: Properties) {
  const parameters = formatListQueryString({ filters, search, sort });
  // The number covers all customers, so the link doesn't use the scope that was last selected in
  // the portfolio.
  return (
    <Anchor
      component={Link}
      to={{
        pathname: paths.portfolio,
        search: `scope=all&${parameters === '' ? formatListQueryString({ view: 'none' }) : parameters}`,
        hash: 'customers',
      }}
      inherit
      {...(isWord ? { td: 'underline' } : { c: 'inherit' })}
    >
      {children}
      {of !== undefined && ' '}
      {of !== undefined && <VisuallyHidden component="span">{of}</VisuallyHidden>}
    </Anchor>
  );
}
