import type { ReactNode } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { OnboardingTab } from '#shared/onboarding/onboarding.ts';
import { RowsElsewhere } from '#web/ui/rows/RowsElsewhere.tsx';

interface Properties {
  tab?: OnboardingTab;
  filters: readonly ListFilter[];
  /** What the number counts, for those who hear it alone. */
  of: string;
  children: ReactNode;
}

/** A number that opens the cases behind it. */
export function ListLink({ tab = 'current', filters, of, children }: Properties) {
  return (
    <RowsElsewhere path={paths.onboarding} address={tab === 'current' ? {} : { tab }} filters={filters} of={of}>
      {children}
    </RowsElsewhere>
  );
}
