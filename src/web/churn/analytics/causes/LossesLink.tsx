import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';

interface Properties {
  filters: readonly ListFilter[];
  /** What the number counts, for those who hear it alone. */
  of: string;
  children: ReactNode;
}

/** A number that opens the losses behind it. */
export function LossesLink({ filters, of, children }: Properties) {
  return (
    <Anchor
      component={Link}
      to={{ pathname: paths.churn, search: listSearch({ filters }), hash: 'customers' }}
      inherit
      c="inherit"
      td="underline"
    >
      {children}
      <VisuallyHidden component="span">{` ${of}`}</VisuallyHidden>
    </Anchor>
  );
}
