import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  formatListParameters,
  formatListQueryString,
  isListParameter,
  parseList,
} from './address.ts';
import { createValueRenamer, type ListColumn } from './column.ts';
import {
  emptyListState,
  type ListFilter,
  type ListState,
  resolveViewerFilters,
  rowDensities,
  viewerFilterValue,
} from './state.ts';

interface Row {
  name: string;
}
const value = () => null;
const columns: ListColumn<Row>[] = [
  { key: 'name', label: 'Customer', kind: 'text', value },
  { key: 'tier', label: 'Health tier', kind: 'option', options: ['Healthy', 'Critical'], value },
  { key: 'ehr', label: 'EHR', kind: 'option', value },
  { key: 'score', label: 'Score', kind: 'percent', value },
  { key: 'change', label: 'Change', kind: 'change', value },
  { key: 'day', label: 'Go-live', kind: 'date', value },
  { key: 'grace', label: 'In grace', kind: 'flag', value },
  { key: 'owner', label: 'Owner', kind: 'option', isPerson: true, value },
];
const read = (search: string) => parseList(new URLSearchParams(search), columns);
const state = (part: Partial<ListState>): ListState => ({ ...emptyListState, ...part });

const words = fc.string({ minLength: 1, maxLength: 30 }).filter((word) => word.trim() !== '');
const bound = fc.option(
  fc.integer({ min: -99_999, max: 99_999 }).map((number) => number / 100),
  { nil: null },
);
const day = fc.option(
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  { nil: null },
);
const known = (column: string) =>
  fc.constantFrom<ListFilter>({ column, kind: 'empty' }, { column, kind: 'filled' });
const isBound = ({ from, to }: { from: unknown; to: unknown }) => from !== null || to !== null;
const optionKind = fc.constantFrom('one-of' as const, 'none-of' as const);
/** Generates one to four different values. Each value is a random word or one of `special`. */
const valuesOf = (...special: string[]) =>
  fc.uniqueArray(fc.oneof(fc.constantFrom(...special), words), { minLength: 1, maxLength: 4 });
const filterOf: Record<string, fc.Arbitrary<ListFilter>> = {
  name: fc.oneof(
    known('name'),
    words.map((text): ListFilter => ({ column: 'name', kind: 'contains', text })),
    fc.record({
      column: fc.constant('name'),
      kind: fc.constantFrom('text-one-of' as const, 'text-none-of' as const),
      values: valuesOf('~is', '~not', '~~is', 'is'),
    }),
  ),
  tier: fc.record({
    column: fc.constant('tier'),
    kind: optionKind,
    values: fc.constant(['Critical', 'Healthy']),
  }),
  ehr: fc.oneof(
    known('ehr'),
    fc.record({
      column: fc.constant('ehr'),
      kind: optionKind,
      values: valuesOf('~is', '~not', '~~not', 'not'),
    }),
  ),
  owner: fc.record({
    column: fc.constant('owner'),
    kind: optionKind,
    values: valuesOf(viewerFilterValue, '~me', '~~me', 'me'),
  }),
  score: fc
    .record({ from: bound, to: bound, isFrom: fc.boolean(), isTo: fc.boolean() })
    .filter(isBound)
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
  day: fc
    .record({ from: day, to: day })
    .filter(isBound)
    .map((range): ListFilter => ({ column: 'day', kind: 'dates', ...range })),
  grace: fc.boolean().map((is): ListFilter => ({ column: 'grace', kind: 'is', value: is })),
};
const states = fc.record<ListState>({
  search: fc.string({ maxLength: 40 }),
  filters: fc
    .subarray(Object.keys(filterOf))
    .chain((keys) => fc.tuple(...keys.map((key) => filterOf[key] ?? known(key)))),
  sort: fc.uniqueArray(
    fc.record({ column: fc.constantFrom('name', 'score', 'day'), descending: fc.boolean() }),
    {
      selector: ({ column }) => column,
    },
  ),
  columns: fc.option(
    fc.shuffledSubarray(
      columns.map(({ key }) => key),
      { minLength: 1 },
    ),
    { nil: null },
  ),
  density: fc.constantFrom(...rowDensities),
  view: fc.option(fc.oneof(fc.constant('none'), fc.uuid()), { nil: null }),
});

describe('a list’s state in a URL', () => {
  test('is parsed back from parameters and from text', () => {
    fc.assert(
      fc.property(states, (before) => {
        expect(parseList(formatListParameters(before), columns)).toEqual({
          state: before,
          problems: [],
        });
        expect(
          parseList(new URLSearchParams(formatListQueryString(before)), columns).state,
        ).toEqual(before);
        expect(formatListParameters(before).every(([name]) => isListParameter(name))).toBe(true);
      }),
    );
  });

  it('is empty for the default state', () => expect(formatListQueryString({})).toBe(''));

  it('is short and readable', () => {
    const search = formatListQueryString({
      filters: [
        { column: 'tier', kind: 'one-of', values: ['Critical'] },
        { column: 'score', kind: 'range', from: 20, to: null },
      ],
      sort: [
        { column: 'score', descending: true },
        { column: 'name', descending: false },
      ],
    });
    expect(search).toBe('f.tier=Critical&f.score=20..&sort=-score,name');
  });

  it.each<[string, ListFilter]>([
    ['f.tier=~not&f.tier=Critical', { column: 'tier', kind: 'none-of', values: ['Critical'] }],
    ['f.owner=~not&f.owner=~me', { column: 'owner', kind: 'none-of', values: [viewerFilterValue] }],
    ['f.name=Elm', { column: 'name', kind: 'contains', text: 'Elm' }],
    ['f.name=~is&f.name=Elm', { column: 'name', kind: 'text-one-of', values: ['Elm'] }],
    ['f.name=~not&f.name=Elm', { column: 'name', kind: 'text-none-of', values: ['Elm'] }],
    ['f.score=..<50', { column: 'score', kind: 'range', from: null, to: 50, isToExclusive: true }],
    [
      'f.score=>20..',
      { column: 'score', kind: 'range', from: 20, to: null, isFromExclusive: true },
    ],
    [
      'f.score=>-20..<-2.5',
      {
        column: 'score',
        kind: 'range',
        from: -20,
        to: -2.5,
        isFromExclusive: true,
        isToExclusive: true,
      },
    ],
  ])('writes %s', (search, filter) => {
    expect(decodeURIComponent(formatListQueryString({ filters: [filter] }))).toBe(search);
    expect(read(search)).toEqual({ state: state({ filters: [filter] }), problems: [] });
  });

  it('accepts “is” for an option', () =>
    expect(read('f.ehr=~is&f.ehr=Dentrix').state.filters).toEqual([
      { column: 'ehr', kind: 'one-of', values: ['Dentrix'] },
    ]));

  it.each<[string, Partial<ListState>, RegExp[]]>([
    ['f.gone=1', {}, [/“gone”/]],
    ['sort=-gone,score', { sort: [{ column: 'score', descending: false }] }, [/“gone”/]],
    ['cols=name,gone,name', { columns: ['name'] }, [/“gone”/]],
    ['cols=gone', {}, [/“gone”/]],
    ['cols=', {}, []],
    [
      'f.tier=Critical&f.tier=Purple',
      { filters: [{ column: 'tier', kind: 'one-of', values: ['Critical'] }] },
      [/Health tier has no value “Purple”/],
    ],
    ['f.tier=Purple', {}, [/“Purple”/]],
    [
      'f.tier=~not&f.tier=Critical&f.tier=Purple',
      { filters: [{ column: 'tier', kind: 'none-of', values: ['Critical'] }] },
      [/Health tier has no value “Purple”/],
    ],
    ['f.tier=~not', {}, [/Health tier is not valid/]],
    ['f.name=~is&f.name=', {}, [/Customer is not valid/]],
    ['f.score=>..50', {}, [/is not valid/]],
    ['f.score=20..<', {}, [/is not valid/]],
    ['f.score=<20..', {}, [/is not valid/]],
    ['f.score=>>20..', {}, [/is not valid/]],
    ['f.score=1..<2..3', {}, [/is not valid/]],
    ['f.day=..<2026-01-01', {}, [/is not valid/]],
    ['f.score=abc', {}, [/Score is not valid/]],
    ['f.score=1e5..', {}, [/is not valid/]],
    ['f.score=..', {}, [/is not valid/]],
    ['f.score=5', {}, [/is not valid/]],
    ['f.score=1..2..3', {}, [/is not valid/]],
    ['f.score=9999999999999999999999..', {}, [/is not valid/]],
    ['f.day=2026-02-30..', {}, [/Go-live is not valid/]],
    ['f.day=0000-01-01..', {}, [/Go-live is not valid/]],
    ['f.grace=maybe', {}, [/In grace is not valid/]],
    ['f.name=', {}, [/Customer is not valid/]],
    ["view=1'--", {}, [/saved view/]],
    ['density=huge', {}, []],
    ['sort=score,-score', { sort: [{ column: 'score', descending: false }] }, []],
    ['tab=map&scope=mine', {}, []],
    ['f.__proto__=1&sort=constructor', {}, [/__proto__/, /constructor/]],
  ])('%s: uses valid parts and reports the others', (search, expected, problems) => {
    const read1 = read(search);
    expect(read1.state).toEqual(state(expected));
    expect(read1.problems).toHaveLength(problems.length);
    for (const [at, problem] of problems.entries()) expect(read1.problems[at]).toMatch(problem);
  });

  it('uses “me” for the viewer only in columns of users', () => {
    const filters = (search: string) =>
      resolveViewerFilters(read(search).state.filters, 'Ana Pérez');
    expect(filters('f.owner=~me&f.owner=Ben')).toEqual([
      { column: 'owner', kind: 'one-of', values: ['Ana Pérez', 'Ben'] },
    ]);
    expect(filters('f.owner=~me&f.owner=Ana%20P%C3%A9rez')).toEqual([
      { column: 'owner', kind: 'one-of', values: ['Ana Pérez'] },
    ]);
    expect(filters('f.owner=~not&f.owner=~me')).toEqual([
      { column: 'owner', kind: 'none-of', values: ['Ana Pérez'] },
    ]);
    expect(filters('f.owner=~~me')).toEqual([{ column: 'owner', kind: 'one-of', values: ['~me'] }]);
    expect(filters('f.ehr=~me')).toEqual([{ column: 'ehr', kind: 'one-of', values: ['~me'] }]);
    expect(resolveViewerFilters(read('f.owner=~me').state.filters, null)).toEqual(
      read('f.owner=~me').state.filters,
    );
  });

  it('finds a renamed value by its former text', () => {
    const renamed = (search: string) =>
      parseList(
        new URLSearchParams(search),
        columns.map((column) => ({
          ...column,
          currentValue: createValueRenamer({ 'At risk': 'Critical', '~Good': 'Healthy' }),
        })),
      );
    const filters: ListFilter[] = [
      { column: 'tier', kind: 'one-of', values: ['Critical', 'Healthy'] },
    ];
    expect(renamed('f.tier=At%20risk&f.tier=Critical&f.tier=~~good')).toEqual({
      state: state({ filters }),
      problems: [],
    });
    expect(renamed('f.name=at%20risk').state.filters).toEqual([
      { column: 'name', kind: 'contains', text: 'Critical' },
    ]);
    expect(renamed('f.tier=~not&f.tier=At%20risk').state.filters).toEqual([
      { column: 'tier', kind: 'none-of', values: ['Critical'] },
    ]);
    expect(renamed('f.name=~is&f.name=at%20risk').state.filters).toEqual([
      { column: 'name', kind: 'text-one-of', values: ['Critical'] },
    ]);
    expect(renamed('f.ehr=~empty&f.grace=yes').problems).toEqual([]);
    expect(renamed('f.tier=constructor').problems).toEqual([
      expect.stringContaining('“constructor”'),
    ]);
  });

  it('limits the size of the state for any input', () => {
    const long = 'x'.repeat(100_000);
    const many = Array.from({ length: 5_000 }, (_, at) => `f.gone${at}=1&f.ehr=e${at}`).join('&');
    const { state: found, problems } = read(`q=${long}&f.name=${long}&cols=${long}&${many}`);
    expect(found.search).toHaveLength(200);
    expect(found.filters).toEqual([expect.objectContaining({ column: 'ehr' })]);
    expect(problems.length).toBeLessThanOrEqual(10);
    expect(read(many.replaceAll(/f\.gone\d+=1&/g, '')).problems).toEqual([
      'The filter on EHR uses only the first 100 of its values.',
    ]);
    expect(problems.join('').length).toBeLessThan(2_000);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.string(),
              fc.constantFrom('q', 'sort', 'cols', 'view', 'f.score', 'f.day', 'f.tier', 'f.name'),
            ),
            fc.oneof(fc.string(), fc.constantFrom('~not', '~is', '>2..<3', '>..', '..<5')),
          ),
        ),
        (pairs) => {
          const once = parseList(pairs, columns).state;
          expect(parseList(formatListParameters(once), columns)).toEqual({
            state: once,
            problems: [],
          });
        },
      ),
    );
  });
});
