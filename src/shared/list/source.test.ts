import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListColumn } from './column.ts';
import { createUntypedListRows } from './source.ts';
import { emptyListState, type ListFilter } from './state.ts';

interface Row {
  institutionId: number;
  score: number;
}
const columns: ListColumn<Row>[] = [
  { key: 'score', label: 'Score', kind: 'number', value: ({ score }) => score },
];
const optionalColumns: ListColumn<{ institutionId: number; score: number | null }>[] = [
  { key: 'score', label: 'Score', kind: 'number', value: ({ score }) => score },
];
const rows = [80, 20, 50].map((score, at) => ({ institutionId: at + 1, score }));
const above = (from: number): ListFilter[] => [{ column: 'score', kind: 'range', from, to: null }];

it('selects the rows of each state and selects the same state once', () => {
  const { select } = createUntypedListRows(columns, rows);
  const all = select(emptyListState);
  expect(all.values('score')).toEqual([80, 20, 50]);
  const high = select({ ...emptyListState, filters: above(40) });
  expect(select({ ...emptyListState, filters: above(40) })).toBe(high);
  expect([...high.institutionIds()]).toEqual([1, 3]);
  expect(high.values('score')).toEqual([80, 50]);
  expect(select({ ...emptyListState, filters: above(60) }).values('score')).toEqual([80]);
  expect(all.values('score')).toEqual([80, 20, 50]);
});

const byScore = (descending: boolean) => ({
  ...emptyListState,
  sort: [{ column: 'score', descending }],
});

it('returns the same first rows without sorting the others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 0, max: 30 })), { minLength: 400, maxLength: 500 }),
      fc.integer({ min: 0, max: 4 }),
      fc.boolean(),
      fc.boolean(),
      (scores, count, descending, isFiltered) => {
        const scored = scores.map((score, at) => ({ institutionId: at + 1, score }));
        const state = { ...byScore(descending), filters: isFiltered ? above(10) : [] };
        const { select } = createUntypedListRows(optionalColumns, scored);
        const first = [...select(state).first(count).institutionIds()];
        const all = [...select(state).institutionIds()];
        expect(first).toEqual(all.slice(0, count));
        expect([...select(state).first(count).institutionIds()]).toEqual(first);
      },
    ),
  );
});

it('reads paths only of the first rows', () => {
  let reads = 0;
  const counted: ListColumn<Row>[] = columns.map((column) => ({
    ...column,
    path: () => {
      reads += 1;
      return null;
    },
  }));
  const many = Array.from({ length: 5000 }, (_, at) => ({ institutionId: at, score: at % 100 }));
  const first = createUntypedListRows(counted, many).select(byScore(false)).first(3);
  expect([...first.institutionIds()]).toEqual([0, 100, 200]);
  expect(first.paths('score')).toHaveLength(3);
  expect(reads).toBe(3);
});

it('counts the values of the selected rows, also of rows without a value', () => {
  const scored = [null, 80, 20, 80, null, 5].map((score, at) => ({ institutionId: at, score }));
  const { select } = createUntypedListRows(optionalColumns, scored);
  const all = select(emptyListState);
  expect([...all.countsOf('score')]).toEqual([
    [null, 2],
    [80, 2],
    [20, 1],
    [5, 1],
  ]);
  const high = select({ ...emptyListState, filters: above(10) });
  expect([...high.countsOf('score')]).toEqual([
    [80, 2],
    [20, 1],
  ]);
});
