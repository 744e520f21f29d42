import type { ReactNode } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { RowsOnOtherPageLink } from '#web/ui/rows/RowsOnOtherPageLink.tsx';

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
    <RowsOnOtherPageLink path={paths.churn} filters={filters} of={of}>
      {children}
    </RowsOnOtherPageLink>
  );
}
