import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { OnboardingTab } from '#shared/onboarding/onboarding.ts';

interface Properties {
  tab?: OnboardingTab;
  filters: readonly ListFilter[];
  /** What the number counts, for those who hear it alone. */
  of: string;
  children: ReactNode;
}

/** A number that opens the cases behind it. */
export function ListLink({ tab = 'current', filters, of, children }: Properties) {
  const search = new URLSearchParams(listSearch(filters.length === 0 ? { view: 'none' } : { filters }));
  if (tab !== 'current') search.set('tab', tab);
  return (
    <Anchor component={Link} to={{ pathname: paths.onboarding, search: search.toString() }} inherit c="inherit" td="underline">
      {children}
      <VisuallyHidden component="span">{` ${of}`}</VisuallyHidden>
    </Anchor>
  );
}
