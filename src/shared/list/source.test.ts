import { expect, it } from 'vitest';
import type { ListColumn } from './column.ts';
import { createListSource } from './source.ts';
import { emptyListState, type ListFilter } from './state.ts';

interface Row {
  institutionId: number;
  score: number;
}
const columns: ListColumn<Row>[] = [
  { key: 'score', label: 'Score', kind: 'number', value: ({ score }) => score },
];
const rows = [80, 20, 50].map((score, at) => ({ institutionId: at + 1, score }));
const above = (from: number): ListFilter[] => [{ column: 'score', kind: 'range', from, to: null }];

it('selects the rows of each state and selects the same state once', () => {
  const { select } = createListSource(columns, rows);
  const all = select(emptyListState);
  expect(all.values('score')).toEqual([80, 20, 50]);
  const high = select({ ...emptyListState, filters: above(40) });
  expect(select({ ...emptyListState, filters: above(40) })).toBe(high);
  expect(high.institutionIds()).toEqual([1, 3]);
  expect(high.values('score')).toEqual([80, 50]);
  expect(select({ ...emptyListState, filters: above(60) }).values('score')).toEqual([80]);
  expect(all.values('score')).toEqual([80, 20, 50]);
});
