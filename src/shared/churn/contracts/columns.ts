import type { ListColumn } from '#shared/list/column.ts';
import { type RevenueMove, revenueMoveKinds } from './contracts.ts';
import { classifyRevenueMove } from './rules.ts';

const dollars = { kind: 'number', prefix: '$' } as const;

export const revenueMoveColumns: readonly ListColumn<RevenueMove>[] = [
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: (row) => row.institutionName,
    width: 240,
    isSearched: true,
  },
  {
    key: 'move',
    label: 'Movement',
    kind: 'option',
    options: revenueMoveKinds,
    value: classifyRevenueMove,
    width: 130,
    metric: 'revenueMovement',
  },
  {
    key: 'start',
    label: 'Start',
    hint: 'Dollars per month at the start of the period.',
    ...dollars,
    value: (row) => row.start,
    width: 160,
  },
  {
    key: 'end',
    label: 'End',
    hint: 'Dollars per month at the end of the period.',
    ...dollars,
    value: (row) => row.end,
    width: 160,
  },
  {
    key: 'change',
    label: 'Change',
    kind: 'change',
    prefix: '$',
    value: (row) => row.end - row.start,
    width: 120,
  },
];
