import { viewerFilterValue } from '#shared/list/state.ts';
import type { QuickFilter } from '#web/ui/list/QuickFilterButtons.tsx';

const mine: QuickFilter = {
  label: 'Mine',
  filter: { column: 'owner', kind: 'one-of', values: [viewerFilterValue] },
};
const myTerritory: QuickFilter = {
  label: 'My territory',
  filter: { column: 'territoryOwner', kind: 'one-of', values: [viewerFilterValue] },
};
const untouched: QuickFilter = {
  label: 'Stale',
  filter: { column: 'daysWithoutTouch', kind: 'range', from: 30, to: null },
};

/** Quick filters of the list of prospects. */
export const prospectQuickFilters: readonly QuickFilter[] = [
  {
    label: 'Active',
    filter: { column: 'stage', kind: 'none-of', values: ['Won', 'Lost', 'Nurture'] },
  },
  mine,
  myTerritory,
  { label: 'Unassigned', filter: { column: 'owner', kind: 'one-of', values: ['Unassigned'] } },
  untouched,
  { label: 'Duplicates', filter: { column: 'duplicateOf', kind: 'filled' } },
];

/** Quick filters of the sales board, which shows every stage. */
export const salesQuickFilters: readonly QuickFilter[] = [mine, myTerritory, untouched];
