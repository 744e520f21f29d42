import { queryOptions } from '@tanstack/react-query';
import { getInstitutionList, type ListedInstitution } from '#shared/portfolio/list.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';

/** Every present customer with the facts of the last official week. */
export const institutionListQuery = queryOptions({
  ...endpointQuery(getInstitutionList),
  staleTime: cacheTimes.lists,
  // Tens of thousands of rows: comparing them one by one with the last answer would stop the page.
  structuralSharing: false,
});

/** How a list of customers shows its tiers and names. */
export const institutionCells: ListCells<ListedInstitution> = {
  healthTier: (row) => (
    <>
      <TierMark tier={row.healthTier} />
      {row.inGrace && <span style={{ marginInlineStart: 6, fontSize: '0.85em', color: 'var(--mantine-color-dimmed)' }}>grace</span>}
    </>
  ),
  previousHealthTier: (row) => row.previousHealthTier && <TierMark tier={row.previousHealthTier} />,
};
