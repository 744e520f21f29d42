import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { filterAndSortRows } from './apply.ts';
import { type ListColumn, roundToColumn, valueText } from './column.ts';
import { columnValueCounts, moveColumnFacts } from './column-facts.ts';
import { emptyListState, type ListCondition, type ListFilter, type ListState } from './state.ts';

interface Row {
  id: number;
  name: string | null;
  tier: string | null;
  score: number | null;
  day: string | null;
  isNew: boolean | null;
}
const columns: ListColumn<Row>[] = [
  { key: 'name', label: 'Name', kind: 'text', value: (row) => row.name, isSearched: true },
  {
    key: 'tier',
    label: 'Tier',
    kind: 'option',
    options: ['Healthy', 'Medium', 'Critical'],
    value: (row) => row.tier,
  },
  { key: 'score', label: 'Score', kind: 'number', value: (row) => row.score },
  { key: 'day', label: 'Day', kind: 'date', value: (row) => row.day },
  { key: 'isNew', label: 'New', kind: 'flag', value: (row) => row.isNew },
];
const row = (id: number, part: Partial<Row> = {}): Row => ({
  id,
  name: `n${id}`,
  tier: null,
  score: null,
  day: null,
  isNew: null,
  ...part,
});
const ids = (rows: readonly Row[], state: Partial<ListState>) =>
  filterAndSortRows(rows, columns, { ...emptyListState, ...state }).map(({ id }) => id);
const by = (...keys: string[]) => ({
  sort: keys.map((key) => ({ column: key.replace('-', ''), descending: key.startsWith('-') })),
});
/** Folds the test's texts independently of `foldText`. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0301\u200b]/g, '')
    .toLowerCase();
const only = (filter: ListFilter) => ({ filters: [filter] });

describe('order', () => {
  it('is natural: 9 before 10, regardless of case and accents', () => {
    const rows = ['Suite 10', 'suite 9', 'Éclat', 'eclair', 'Zebra', 'Suite 09b'].map((name, id) =>
      row(id, { name }),
    );
    expect(ids(rows, by('name')).map((id) => rows[id]?.name)).toEqual([
      'eclair',
      'Éclat',
      'suite 9',
      'Suite 09b',
      'Suite 10',
      'Zebra',
    ]);
  });

  it('follows the order of a column’s options', () => {
    const rows = [
      row(1, { tier: 'Critical' }),
      row(2, { tier: 'Healthy' }),
      row(3, { tier: 'Medium' }),
      row(4, { tier: 'Odd' }),
    ];
    expect(ids(rows, by('tier'))).toEqual([2, 3, 1, 4]);
  });

  it('puts unknown values last in both directions', () => {
    const rows = [
      row(1),
      row(2, { score: 5 }),
      row(3, { score: -5 }),
      row(4),
      row(5, { score: 0 }),
    ];
    expect(ids(rows, by('score'))).toEqual([3, 5, 2, 1, 4]);
    expect(ids(rows, by('-score'))).toEqual([2, 5, 3, 1, 4]);
  });

  it('changes with the sort and the filters of the same rows', () => {
    const rows = [3, 1, 2].map((score, at) => row(at, { score, isNew: score > 1 }));
    expect(ids(rows, by('score'))).toEqual([1, 2, 0]);
    expect(ids(rows, by('-score'))).toEqual([0, 2, 1]);
    const filters: ListFilter[] = [{ column: 'isNew', kind: 'is', value: true }];
    expect(ids(rows, { ...by('-score'), filters })).toEqual([0, 2]);
    expect(ids(rows, by('-score'))).toEqual([0, 2, 1]);
  });

  it('is stable for equal rows, also descending', () => {
    const rows = [
      row(1, { tier: 'Medium', score: 1 }),
      row(2, { tier: 'Medium', score: 1 }),
      row(3, { tier: 'Critical', score: 1 }),
    ];
    expect(ids(rows, by('-score'))).toEqual([1, 2, 3]);
    expect(ids(rows, by('-score', '-tier'))).toEqual([3, 1, 2]);
  });

  it('ignores an unknown column', () => expect(ids([row(2), row(1)], by('gone'))).toEqual([2, 1]));
});

describe('filters', () => {
  const rows = [
    row(1, { name: 'Elm & Oak', tier: 'Healthy', score: 80, day: '2026-01-01', isNew: true }),
    row(2, {
      name: 'École Smiles',
      tier: 'Critical',
      score: 49.9,
      day: '2026-06-30',
      isNew: false,
    }),
    row(3, { name: '', tier: null, score: null, day: null, isNew: null }),
  ];
  it.each<[ListFilter, number[]]>([
    [{ column: 'name', kind: 'contains', text: 'ECOLE' }, [2]],
    [{ column: 'name', kind: 'contains', text: '.*' }, []],
    [{ column: 'name', kind: 'empty' }, [3]],
    [{ column: 'name', kind: 'filled' }, [1, 2]],
    [{ column: 'tier', kind: 'one-of', values: ['Healthy', 'Medium'] }, [1]],
    [{ column: 'score', kind: 'range', from: 49.9, to: 80 }, [1, 2]],
    [{ column: 'score', kind: 'range', from: null, to: 50 }, [2]],
    [{ column: 'score', kind: 'range', from: 81, to: 10 }, []],
    [{ column: 'score', kind: 'range', from: 49.9, to: null, isFromExclusive: true }, [1]],
    [{ column: 'score', kind: 'range', from: null, to: 80, isToExclusive: true }, [2]],
    [
      {
        column: 'score',
        kind: 'range',
        from: 49.9,
        to: 80,
        isFromExclusive: true,
        isToExclusive: true,
      },
      [],
    ],
    [{ column: 'tier', kind: 'none-of', values: ['Healthy', 'Medium'] }, [2]],
    [{ column: 'name', kind: 'text-one-of', values: ['ecole smiles', 'Elm'] }, [2]],
    [{ column: 'name', kind: 'text-none-of', values: ['ÉCOLE SMILES'] }, [1]],
    [{ column: 'day', kind: 'dates', from: '2026-06-30', to: null }, [2]],
    [{ column: 'day', kind: 'dates', from: null, to: '2026-06-29' }, [1]],
    [{ column: 'isNew', kind: 'is', value: false }, [2]],
    [{ column: 'isNew', kind: 'empty' }, [3]],
    [{ column: 'gone', kind: 'empty' }, [1, 2, 3]],
  ])('%j', (filter, expected) => expect(ids(rows, only(filter))).toEqual(expected));

  it('search requires every word in some searched column', () => {
    expect(ids(rows, { search: ' oak  elm ' })).toEqual([1]);
    expect(ids(rows, { search: 'oak ecole' })).toEqual([]);
    expect(ids(rows, { search: '   ' })).toEqual([1, 2, 3]);
  });

  it('does not reuse cached values for another rows array', () => {
    expect(ids(rows, { search: 'new one' })).toEqual([]);
    expect(ids([...rows, row(4, { name: 'New one' })], { search: 'new one' })).toEqual([4]);
  });
});

test('filter and order match a naive implementation', () => {
  const cell = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
  const rows = fc.array(
    fc.record({
      name: cell(fc.constantFrom('a1', 'a2', 'a10', 'B', '')),
      tier: cell(fc.constantFrom('Healthy', 'Medium', 'Critical')),
      score: cell(fc.integer({ min: -3, max: 3 })),
      day: fc.constant(null),
      isNew: cell(fc.boolean()),
    }),
    { maxLength: 40 },
  );
  const order = ['Healthy', 'Medium', 'Critical'];
  fc.assert(
    fc.property(
      rows,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: -3, max: 3 }),
      (cells, down, down2, from) => {
        const all = cells.map((each, id): Row => ({ id, ...each }));
        const found = ids(all, {
          filters: [{ column: 'score', kind: 'range', from, to: null }],
          sort: [
            { column: 'tier', descending: down },
            { column: 'score', descending: down2 },
          ],
        });
        const expected = all
          .filter(({ score }) => score !== null && score >= from)
          .sort((a, b) => {
            if (a.tier !== b.tier) {
              if (a.tier === null) return 1;
              if (b.tier === null) return -1;
              return (order.indexOf(a.tier) - order.indexOf(b.tier)) * (down ? -1 : 1);
            }
            return ((a.score ?? 0) - (b.score ?? 0)) * (down2 ? -1 : 1) || a.id - b.id;
          });
        expect(found).toEqual(expected.map(({ id }) => id));
      },
    ),
  );
});

test('every row matches exactly one of: one of the values, none of them, unknown', () => {
  const text = fc.constantFrom('Elm', 'elm', 'Élm', 'Elms', 'Oak', ' ', '\u200b', '');
  const rows = fc.array(
    fc.record({ name: fc.option(text, { nil: null }), tier: fc.option(text, { nil: null }) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(rows, fc.array(text), (cells, values) => {
      const all = cells.map((cell, id) => row(id, cell));
      for (const [column, are, areNot] of [
        ['tier', 'one-of', 'none-of'],
        ['name', 'text-one-of', 'text-none-of'],
      ] as const) {
        const found = (condition: ListCondition) => ids(all, only({ column, ...condition }));
        const isEqual = (one: string, other: string) =>
          column === 'tier' ? one === other : plain(one) === plain(other);
        const same = all.flatMap(({ id, [column]: value }) =>
          value !== null && value !== '' && values.some((each) => isEqual(each, value)) ? [id] : [],
        );
        expect(found({ kind: are, values })).toEqual(same);
        expect(
          [
            ...found({ kind: are, values }),
            ...found({ kind: areNot, values }),
            ...found({ kind: 'empty' }),
          ].sort((a, b) => a - b),
        ).toEqual(all.map(({ id }) => id));
      }
    }),
  );
});

test('an exclusive bound excludes only the bound itself', () => {
  const number = fc.integer({ min: -2, max: 2 });
  const bound = fc.option(number, { nil: null });
  fc.assert(
    fc.property(
      fc.array(fc.option(number, { nil: null })),
      bound,
      bound,
      fc.boolean(),
      fc.boolean(),
      (scores, from, to, isFrom, isTo) => {
        const all = scores.map((score, id) => row(id, { score }));
        const range = { column: 'score', kind: 'range', from, to } as const;
        const exclusive = {
          ...range,
          ...(isFrom && { isFromExclusive: true as const }),
          ...(isTo && { isToExclusive: true as const }),
        };
        const included = ids(all, only(range));
        expect(ids(all, only(exclusive))).toEqual(
          included.filter((id) => {
            const score = all[id]?.score;
            return !(isFrom && score === from) && !(isTo && score === to);
          }),
        );
      },
    ),
  );
});

it('counts options in their defined or natural order', () => {
  const rows = [
    row(1, { name: 'b10' }),
    row(2, { name: 'b9' }),
    row(3, { name: 'b10' }),
    row(4, { name: null, tier: 'Medium' }),
  ];
  const [name, tier] = columns as [ListColumn<Row>, ListColumn<Row>];
  expect(columnValueCounts(rows, name)).toEqual([
    { value: 'b9', rows: 1 },
    { value: 'b10', rows: 2 },
  ]);
  expect(columnValueCounts(rows, tier).map(({ rows: count }) => count)).toEqual([0, 1, 0]);
});

describe('a displayed value', () => {
  it.each([
    [{ kind: 'percent', digits: 1 }, 49.96, '50.0%'],
    [{ kind: 'number' }, 1234567, '1,234,567'],
    [{ kind: 'change', unit: ' pts', digits: 1 }, -0.04, '±0.0 pts'],
    [{ kind: 'change', unit: ' pts', digits: 1 }, -12.34, '−12.3 pts'],
    [{ kind: 'change', unit: ' points' }, -1, '−1 point'],
    [{ kind: 'number', unit: ' days' }, 1, '1 day'],
    [{ kind: 'number', unit: ' days' }, 2, '2 days'],
    [{ kind: 'number', unit: ' hours', digits: 1 }, 1, '1.0 hours'],
    [{ kind: 'percent', isScore: true }, 49.7, '49.7%'],
    [{ kind: 'percent', isScore: true, digits: 1 }, 74.97, '74.9%'],
    [{ kind: 'percent', isScore: true }, 50.3, '50%'],
    [{ kind: 'change' }, 3, '+3'],
    [{ kind: 'change', prefix: '$' }, -1234, '−$1,234'],
    [{ kind: 'change', unit: '%' }, -12.5, '−13%'],
    [{ kind: 'change', unit: '%' }, 12.5, '+13%'],
    [{ kind: 'flag' }, false, 'No'],
    [{ kind: 'number' }, null, '–'],
    [{ kind: 'text' }, '', '–'],
  ] as const)('%j %j is %s', (column, value, text) => expect(valueText(column, value)).toBe(text));

  it('is never minus zero, on the page or in an export', () =>
    expect(Object.is(roundToColumn({ digits: 1 }, -0.01), 0)).toBe(true));
});

test('a list that reuses what is known about unchanged rows answers as a new list does', () => {
  const cell = fc.record({
    name: fc.option(fc.constantFrom('Elm', 'Élm 10', 'elm 9', 'Oak', ''), { nil: null }),
    tier: fc.option(fc.constantFrom('Healthy', 'Medium', 'Critical'), { nil: null }),
    score: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
  });
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), cell), { maxLength: 6 }),
      fc.array(cell, { maxLength: 3 }),
      (before, changes, added) => {
        const rows = before.map((part, id) => row(id, part));
        const states: Partial<ListState>[] = [
          by('name', '-score'),
          by('-tier', 'name'),
          { search: 'elm', ...by('-score') },
          only({ column: 'tier', kind: 'one-of', values: ['Medium'] }),
        ];
        // Makes the list know its columns.
        for (const state of states) ids(rows, state);
        const next = rows.slice();
        const changed = changes.map(([at, part]) => {
          const position = at % rows.length;
          next[position] = row(position, part);
          return position;
        });
        next.push(...added.map((part, at) => row(rows.length + at, part)));
        moveColumnFacts(columns, rows, next, changed);
        for (const state of states) {
          expect(ids(next, state)).toEqual(ids([...next], state));
          expect(ids(rows, state)).toEqual(ids([...rows], state));
        }
        for (const column of columns)
          expect(columnValueCounts(next, column)).toEqual(columnValueCounts([...next], column));
      },
    ),
  );
});
