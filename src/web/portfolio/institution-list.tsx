import { queryOptions } from '@tanstack/react-query';
import { getInstitutionList, type ListedInstitution } from '#shared/portfolio/list.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';

/** Query for all current customers with their figures of the last official week. */
export const institutionListQuery = queryOptions({
  ...endpointQuery(getInstitutionList),
  staleTime: cacheTimes.lists,
  // Structural sharing would block the page, because it compares tens of thousands of rows with the
  // previous response.
  structuralSharing: false,
});

/** Custom cells for tiers and names in lists of customers. */
export const institutionCells: ListCells<ListedInstitution> = {
  healthTier: (row) => (
    <>
      <TierMark tier={row.healthTier} />
      {row.inGrace && (
        <span
          style={{ marginInlineStart: 6, fontSize: '0.85em', color: 'var(--mantine-color-dimmed)' }}
        >
          grace
        </span>
      )}
    </>
  ),
  previousHealthTier: (row) => row.previousHealthTier && <TierMark tier={row.previousHealthTier} />,
};
