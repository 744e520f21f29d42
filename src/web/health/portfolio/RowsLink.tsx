import { Anchor, type AnchorProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isListParameter, listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';

interface Properties extends AnchorProps {
  filters: readonly ListFilter[];
  children: ReactNode;
  /** What the number counts, for those who hear it alone. */
  of?: string;
}

/** A number that opens the rows behind it in the list below. */
export function RowsLink({ filters, children, of, ...anchor }: Properties) {
  const [parameters] = useSearchParams();
  // What is no part of the list, such as the scope, stays.
  const others = new URLSearchParams([...parameters].filter(([name]) => !isListParameter(name))).toString();
  const open = () => document.getElementById('customers')?.scrollIntoView({ block: 'start' });
  return (
    <Anchor
      component={Link}
      to={{ search: [others, listSearch({ filters, view: filters.length === 0 ? 'none' : null })].filter((part) => part !== '').join('&') }}
      preventScrollReset
      onClick={open}
      {...anchor}
    >
      {children}
      {of !== undefined && <VisuallyHidden component="span">{` ${of}`}</VisuallyHidden>}
    </Anchor>
  );
}
