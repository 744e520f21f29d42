import type { ReactNode } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { RowsOnPageLink } from '#web/ui/rows/RowsOnPageLink.tsx';

/** Number that links to its losses. `of` describes the number for screen readers. */
export function LossesLink({
  filters,
  of,
  children,
}: {
  filters: readonly ListFilter[];
  of: string;
  children: ReactNode;
}) {
  return (
    <RowsOnPageLink path={paths.churn} filters={filters} of={of}>
      {children}
    </RowsOnPageLink>
  );
}
