import { Anchor, type AnchorProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ListFilter } from '#shared/list/state.ts';
import { withListState } from '../list/with-list.ts';

interface Properties extends AnchorProps {
  filters: readonly ListFilter[];
  /** Search text with which the rows were counted. */
  search?: string;
  children: ReactNode;
  /** Description of the number for screen readers. */
  of?: string;
  title?: string;
  /**
   * `true` when the number counts the rows of all users, even if the page is limited to some users.
   */
  ofAllUsers?: boolean;
}

/** Number that links to its rows in the list on the same page. */
export function RowsLink({
  filters,
  search = '',
  children,
  of,
  ofAllUsers = false,
  ...anchor
}: Properties) {
  const [current] = useSearchParams();
  const parameters = new URLSearchParams(current);
  if (ofAllUsers) parameters.set('scope', 'all');
  const open = () => document.getElementById('customers')?.scrollIntoView({ block: 'start' });
  return (
    <Anchor
      component={Link}
      to={{
        search: withListState(parameters, {
          filters,
          search,
          view: filters.length === 0 && search === '' ? 'none' : null,
        }),
      }}
      preventScrollReset
      onClick={open}
      {...anchor}
    >
      {children}
      {of !== undefined && <VisuallyHidden component="span">{` ${of}`}</VisuallyHidden>}
    </Anchor>
  );
}
