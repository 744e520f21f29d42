import { expect, test } from 'vitest';
import type { ListColumn } from '#shared/list/column.ts';
import { selectCardColumns } from './card-columns.ts';

const column = (key: string, kind: ListColumn<never>['kind']): ListColumn<never> => ({
  key,
  label: key,
  kind,
  value: () => null,
});
const columns = [
  column('name', 'text'),
  column('tier', 'option'),
  column('score', 'percent'),
  column('owner', 'option'),
  column('day', 'date'),
];
const told = (sort: string[], of = columns, cells = {}) => {
  const { name, figure, facts } = selectCardColumns(of, {
    sort: sort.map((key) => ({ column: key, descending: true })),
    cells,
  });
  return [name?.key, figure?.key, facts.map(({ key }) => key)];
};

test.each([
  [[], ['name', 'score', ['tier', 'owner', 'day']]],
  [
    ['owner', 'score'],
    ['name', 'owner', ['tier', 'score', 'day']],
  ],
  [['name'], ['name', 'score', ['tier', 'owner', 'day']]],
])('a card sorted by %j shows %j', (sort, wanted) => expect(told(sort)).toEqual(wanted));

test('a card omits numbers with a custom cell', () => {
  expect(told(['owner'], columns, { score: () => 'drawn', tier: () => 'shown' })).toEqual([
    'name',
    'owner',
    ['tier', 'day'],
  ]);
});

test('a card of few columns shows all of them', () => {
  expect(told([], [column('name', 'text')])).toEqual(['name', undefined, []]);
  expect(told([], [])).toEqual([undefined, undefined, []]);
});
