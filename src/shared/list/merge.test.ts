import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterAndSortRows } from './apply.ts';
import type { ListColumn } from './column.ts';
import { intersectFilters } from './merge.ts';
import { emptyListState, type ListFilter } from './state.ts';

interface Row {
  tier: string | null;
  score: number | null;
  day: string;
  grace: boolean;
  name: string;
}
const columns: ListColumn<Row>[] = [
  { key: 'tier', label: 'Tier', kind: 'option', value: (row) => row.tier },
  { key: 'score', label: 'Score', kind: 'number', value: (row) => row.score },
  { key: 'day', label: 'Day', kind: 'date', value: (row) => row.day },
  { key: 'grace', label: 'Grace', kind: 'flag', value: (row) => row.grace },
  { key: 'name', label: 'Name', kind: 'text', value: (row) => row.name },
];
const tiers = fc.constantFrom('Healthy', 'Medium', 'Critical');
const day = fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01');
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const rows = fc.array(
  fc.record<Row>({
    tier: nullable(tiers),
    score: nullable(fc.integer({ min: 0, max: 9 })),
    day,
    grace: fc.boolean(),
    name: fc.constantFrom('Elm', 'Oak', 'Elm Oak'),
  }),
  { maxLength: 20 },
);
const known = (column: string): fc.Arbitrary<ListFilter> =>
  fc.constantFrom({ column, kind: 'empty' as const }, { column, kind: 'filled' as const });
const filterOf: fc.Arbitrary<ListFilter>[] = [
  fc.oneof(
    known('tier'),
    fc
      .uniqueArray(tiers, { minLength: 1 })
      .map((values): ListFilter => ({ column: 'tier', kind: 'one-of', values })),
    fc
      .uniqueArray(tiers, { minLength: 1 })
      .map((values): ListFilter => ({ column: 'tier', kind: 'none-of', values })),
  ),
  fc.oneof(
    known('score'),
    fc
      .record({
        from: nullable(fc.integer({ min: 0, max: 9 })),
        to: nullable(fc.integer({ min: 0, max: 9 })),
        isFrom: fc.boolean(),
        isTo: fc.boolean(),
      })
      .map(
        ({ from, to, isFrom, isTo }): ListFilter => ({
          column: 'score',
          kind: 'range',
          from,
          to,
          ...(isFrom && from !== null && { isFromExclusive: true }),
          ...(isTo && to !== null && { isToExclusive: true }),
        }),
      ),
  ),
  fc
    .record({ from: nullable(day), to: nullable(day) })
    .map((range): ListFilter => ({ column: 'day', kind: 'dates', ...range })),
  fc.boolean().map((value): ListFilter => ({ column: 'grace', kind: 'is', value })),
  fc.oneof(
    known('name'),
    fc
      .constantFrom('Elm', 'Oak')
      .map((text): ListFilter => ({ column: 'name', kind: 'contains', text })),
    fc.record({
      column: fc.constant('name'),
      kind: fc.constantFrom('text-one-of' as const, 'text-none-of' as const),
      values: fc.uniqueArray(fc.constantFrom('elm', 'ELM', 'Óak', 'elm oak'), { minLength: 1 }),
    }),
  ),
];
const filters = fc.subarray(filterOf).chain((some) => fc.tuple(...some));

it('keeps exactly the rows that match both, or reports that it cannot', () => {
  const left = (all: readonly Row[], wanted: readonly ListFilter[]) =>
    filterAndSortRows(all, columns, { ...emptyListState, filters: wanted });
  fc.assert(
    fc.property(rows, filters, filters, (all, these, those) => {
      const both = left(left(all, these), those);
      const one = intersectFilters(these, those);
      if (one === 'nothing') expect(both).toEqual([]);
      else if (one === 'inexpressible')
        expect([...these, ...those].some(({ kind }) => kind === 'contains')).toBe(true);
      else expect(left(all, one)).toEqual(both);
    }),
  );
});

it('cannot combine two text searches in one column', () => {
  expect(
    intersectFilters(
      [{ column: 'name', kind: 'contains', text: 'Elm' }],
      [{ column: 'name', kind: 'contains', text: 'Oak' }],
    ),
  ).toBe('inexpressible');
});
