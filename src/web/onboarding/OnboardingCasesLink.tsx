import type { ReactNode } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { OnboardingTab } from '#shared/onboarding/onboarding.ts';
import { RowsOnOtherPageLink } from '#web/ui/rows/RowsOnOtherPageLink.tsx';

interface Properties {
  tab?: OnboardingTab;
  filters: readonly ListFilter[];
  /** Description of the number for screen readers. */
  of: string;
  children: ReactNode;
}

/** Number that links to its cases in the list. */
export function OnboardingCasesLink({ tab = 'current', filters, of, children }: Properties) {
  return (
    <RowsOnOtherPageLink
      path={paths.onboarding}
      address={tab === 'current' ? {} : { tab }}
      filters={filters}
      of={of}
    >
      {children}
    </RowsOnOtherPageLink>
  );
}
