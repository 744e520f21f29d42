import type { ReactNode } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { RowsOnPageLink } from '#web/ui/rows/RowsOnPageLink.tsx';

/** Number linked to the losses behind it; `of` describes it for screen readers. */
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
