import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';

interface Properties extends AnchorProps {
  filters: readonly ListFilter[];
  children: ReactNode;
  /** Where the number alone does not say what it opens. */
  label?: string;
}

/** A number that opens the rows behind it in the list below. */
export function RowsLink({ filters, children, label, ...anchor }: Properties) {
  const open = () => document.getElementById('customers')?.scrollIntoView({ block: 'start' });
  return (
    <Anchor
      component={Link}
      to={{ search: listSearch({ filters, view: filters.length === 0 ? 'none' : null }) }}
      preventScrollReset
      onClick={open}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...anchor}
    >
      {children}
    </Anchor>
  );
}
