import { foldText } from '#shared/core/text.ts';
import type { ListColumn, ListValue } from './column.ts';
import { naturalSortKey } from './natural-order.ts';
import type { ListFilter, ListSort, ListState, NumberRange } from './state.ts';

type SortKey = string | number | undefined;

/** Values derived from a column. They are cached as long as the array of rows exists. */
interface ColumnFacts {
  values: ListValue[];
  folded?: string[];
  /** Sort keys that can be compared with <; `undefined` for a row without a value. */
  keys?: SortKey[];
  valueCounts?: readonly ValueCount[];
  coded?: CodedValues;
}

/** Distinct values of a column, and the place of each row's value among them. */
interface CodedValues {
  distinct: readonly ListValue[];
  codes: Uint32Array;
}

interface ValueCount {
  value: string;
  /** Number of rows with the value. */
  rows: number;
}

const known = new WeakMap<readonly unknown[], Map<unknown, ColumnFacts>>();

function factsOf<Row>(rows: readonly Row[], column: ListColumn<Row>): ColumnFacts {
  const ofRows = known.get(rows) ?? new Map<unknown, ColumnFacts>();
  known.set(rows, ofRows);
  const facts = ofRows.get(column) ?? { values: rows.map(column.value) };
  ofRows.set(column, facts);
  return facts;
}

function foldedOf<Row>(rows: readonly Row[], column: ListColumn<Row>): string[] {
  const facts = factsOf(rows, column);
  facts.folded ??= facts.values.map((value) => (value === null ? '' : foldText(String(value))));
  return facts.folded;
}

function sortKeys<Row>(rows: readonly Row[], column: ListColumn<Row>): SortKey[] {
  const { values } = factsOf(rows, column);
  if (column.kind === 'option' && column.options !== undefined) {
    const order = new Map(column.options.map((option, at) => [option, at]));
    return values.map((value) =>
      value === null ? undefined : (order.get(String(value)) ?? order.size),
    );
  }
  if (column.kind === 'text' || column.kind === 'option') {
    const folded = foldedOf(rows, column);
    return values.map((value, at) =>
      value === null || value === '' ? undefined : naturalSortKey(folded[at] ?? ''),
    );
  }
  return values.map((value) =>
    typeof value === 'boolean' ? Number(value) : value === null || value === '' ? undefined : value,
  );
}

function keysOf<Row>(rows: readonly Row[], column: ListColumn<Row>): SortKey[] {
  const facts = factsOf(rows, column);
  facts.keys ??= sortKeys(rows, column);
  return facts.keys;
}

const isKnown = (value: ListValue): boolean => value !== null && value !== '';

function isInRange(range: NumberRange): (value: ListValue) => boolean {
  const from = range.from ?? Number.NEGATIVE_INFINITY;
  const to = range.to ?? Number.POSITIVE_INFINITY;
  const { isFromExclusive = false, isToExclusive = false } = range;
  return (value) =>
    typeof value === 'number' &&
    (isFromExclusive ? value > from : value >= from) &&
    (isToExclusive ? value < to : value <= to);
}

type TextFilter = Extract<ListFilter, { kind: 'contains' | 'text-one-of' | 'text-none-of' }>;

const isTextFilter = (filter: ListFilter): filter is TextFilter =>
  filter.kind === 'contains' || filter.kind === 'text-one-of' || filter.kind === 'text-none-of';

/**
 * Returns a function that tests whether a row's text matches the filter. The text must be folded
 * (lower case, without accents) and not empty.
 */
function holdsText(filter: TextFilter): (folded: string) => boolean {
  if (filter.kind === 'contains') {
    const text = foldText(filter.text);
    return (folded) => folded.includes(text);
  }
  const texts = new Set(filter.values.map(foldText));
  const isWanted = filter.kind === 'text-one-of';
  return (folded) => texts.has(folded) === isWanted;
}

function holds(filter: Exclude<ListFilter, TextFilter>): (value: ListValue) => boolean {
  switch (filter.kind) {
    case 'one-of':
    case 'none-of': {
      const values = new Set<ListValue>(filter.values);
      const isWanted = filter.kind === 'one-of';
      return (value) => isKnown(value) && values.has(value) === isWanted;
    }
    case 'range':
      return isInRange(filter);
    case 'dates':
      return (value) =>
        typeof value === 'string' &&
        (filter.from === null || value >= filter.from) &&
        (filter.to === null || value <= filter.to);
    case 'is':
      return (value) => value === filter.value;
    case 'empty':
      return (value) => !isKnown(value);
    case 'filled':
      return isKnown;
  }
}

/**
 * Returns a function that tests whether every word of the search occurs in a searched column of a
 * row; `undefined` for an empty search.
 */
function searched<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  search: string,
): ((at: number) => boolean) | undefined {
  const words = foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const texts = columns
    .filter(({ isSearched }) => isSearched === true)
    .map((column) => foldedOf(rows, column));
  return (at) => words.every((word) => texts.some((column) => column[at]?.includes(word) === true));
}

/**
 * Returns a comparator of row indexes by each sort column in turn. Rows without a value come last
 * in both directions.
 */
function rowComparator<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
) {
  const orders = sort.flatMap(({ column: key, descending }) => {
    const column = columns.find((each) => each.key === key);
    return column === undefined ? [] : [{ keys: keysOf(rows, column), up: descending ? -1 : 1 }];
  });
  return (one: number, other: number): number => {
    for (const { keys, up } of orders) {
      const a = keys[one];
      const b = keys[other];
      if (a === b) continue;
      if (a === undefined) return 1;
      if (b === undefined) return -1;
      return a < b ? -up : up;
    }
    return 0;
  };
}

type Matching = Pick<ListState, 'search' | 'filters'>;
type Selection = Matching & Pick<ListState, 'sort'>;

/** Returns the positions of the matching rows in the order of the rows. */
export const findMatchingPositions = <Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Matching,
): readonly number[] =>
  findMatches(rows, columns, state) ?? Array.from(rows, (_, position) => position);

/** Returns the first `most` of the matching positions in the order of `sort`. */
export function sortPositions<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  matching: readonly number[],
  sort: readonly ListSort[],
  most: number,
): readonly number[] {
  if (sort.length === 0) return matching.slice(0, most);
  if (most < matching.length * shareSelected && findLastOrder(rows, columns, sort) === undefined)
    return firstPositions(matching, rowComparator(rows, columns, sort), most);
  return sortMatching(rows, columns, matching, sort).slice(0, most);
}

/**
 * Share of the matching rows, 0–1, below which `firstPositions` is faster than sorting them all.
 */
const shareSelected = 0.01;

/** Returns the first `most` positions in the order of `compare`, without sorting the rest. */
function firstPositions(
  positions: readonly number[],
  compare: (one: number, other: number) => number,
  most: number,
): number[] {
  const first: number[] = [];
  for (const position of positions) {
    const last = first[most - 1];
    if (last !== undefined && compare(position, last) >= 0) continue;
    // Finds the insertion index by binary search. The index is behind equal rows, as in a stable
    // sort.
    let from = 0;
    let to = first.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(position, first[middle] as number) < 0) to = middle;
      else from = middle + 1;
    }
    first.splice(from, 0, position);
    first.length = Math.min(first.length, most);
  }
  return first;
}

/** Returns a column's values, one for each row. They are computed once for an array of rows. */
export const columnValues = <Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
): readonly ListValue[] => factsOf(rows, column).values;

/**
 * Returns the matching rows in the order of the list state; `rows` itself without filters and
 * order. The sort is stable, and rows without a value come last in both directions. Results are
 * cached by rows array and column object, so neither may be mutated.
 */
export function filterAndSortRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
): readonly Row[] {
  return findPlaces(rows, columns, state)?.map((at) => rows[at] as Row) ?? rows;
}

/**
 * Returns the positions of the matching rows in the state's sort order; `undefined` when the state
 * has no filters and no sort order.
 */
function findPlaces<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
): readonly number[] | undefined {
  const matching = findMatches(rows, columns, state);
  if (state.sort.length === 0) return matching;
  return matching === undefined
    ? sortedPositions(rows, columns, state.sort)
    : sortMatching(rows, columns, matching, state.sort);
}

function sortMatching<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  matching: readonly number[],
  sort: readonly ListSort[],
): readonly number[] {
  if (matching.length === rows.length) return sortedPositions(rows, columns, sort);
  if (matching.length < rows.length * shareSortedWhole)
    return [...matching].sort(rowComparator(rows, columns, sort));
  const isMatching = new Uint8Array(rows.length);
  for (const position of matching) isMatching[position] = 1;
  return sortedPositions(rows, columns, sort).filter((position) => isMatching[position] === 1);
}

/** Returns the positions of the matching rows; `undefined` without filters. */
function findMatches<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Matching,
): number[] | undefined {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const tests = state.filters.flatMap((filter) => {
    const column = byKey.get(filter.column);
    if (column === undefined) return [];
    const { values } = factsOf(rows, column);
    if (isTextFilter(filter)) {
      const folded = foldedOf(rows, column);
      const test = holdsText(filter);
      return [(at: number) => isKnown(values[at] ?? null) && test(folded[at] ?? '')];
    }
    const test = holds(filter);
    return [(at: number) => test(values[at] ?? null)];
  });
  const search = searched(rows, columns, state.search);
  if (search !== undefined) tests.push(search);

  if (tests.length === 0) return undefined;
  const places: number[] = [];
  for (let at = 0; at < rows.length; at++) if (tests.every((test) => test(at))) places.push(at);
  return places;
}

/**
 * Minimum share of matching rows, 0–1, at which all rows are sorted instead of the matching rows.
 * The order of all rows is cached for other filters.
 */
const shareSortedWhole = 0.25;

const lastOrders = new WeakMap<
  readonly unknown[],
  { columns: readonly unknown[]; sort: string; positions: readonly number[] }
>();

/** Returns the positions of all rows in the order of `sort`. Caches the last result. */
function sortedPositions<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
): readonly number[] {
  const known = findLastOrder(rows, columns, sort);
  if (known !== undefined) return known;
  const positions = [...rows.keys()].sort(rowComparator(rows, columns, sort));
  lastOrders.set(rows, { columns, sort: JSON.stringify(sort), positions });
  return positions;
}

function findLastOrder<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
): readonly number[] | undefined {
  const last = lastOrders.get(rows);
  return last?.columns === columns && last.sort === JSON.stringify(sort)
    ? last.positions
    : undefined;
}

/**
 * Returns the distinct values of an option column, each with its number of rows, in natural order.
 * They are counted once for an array of rows.
 */
export function columnValueCounts<Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
): readonly ValueCount[] {
  const facts = factsOf(rows, column);
  facts.valueCounts ??= countValues(facts.values, column.options);
  return facts.valueCounts;
}

function codeValues(values: readonly ListValue[]): CodedValues {
  const places = new Map<ListValue, number>();
  const codes = Uint32Array.from(values, (value) => {
    const place = places.get(value) ?? places.size;
    if (place === places.size) places.set(value, place);
    return place;
  });
  return { distinct: [...places.keys()], codes };
}

/**
 * Counts the distinct values of a column at positions, in the order in which they first occur.
 * Comparing the values of all rows again for each selection would take many times as long.
 */
export function countValuesAt<Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
  positions: readonly number[],
): ReadonlyMap<ListValue, number> {
  const facts = factsOf(rows, column);
  facts.coded ??= codeValues(facts.values);
  const { distinct, codes } = facts.coded;
  const counts = new Uint32Array(distinct.length);
  const order: number[] = [];
  for (const position of positions) {
    const code = codes[position] as number;
    if (counts[code] === 0) order.push(code);
    counts[code] = (counts[code] as number) + 1;
  }
  return new Map(order.map((code) => [distinct[code] as ListValue, counts[code] as number]));
}

function countValues(
  values: readonly ListValue[],
  options: readonly string[] | undefined,
): ValueCount[] {
  const counts = new Map<string, number>(options?.map((option) => [option, 0]));
  for (const value of values)
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const found = [...counts].map(([value, rows]) => ({ value, rows }));
  if (options !== undefined) return found;
  const keys = new Map(found.map(({ value }) => [value, naturalSortKey(foldText(value))]));
  const keyOf = ({ value }: ValueCount) => keys.get(value) ?? '';
  return found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
