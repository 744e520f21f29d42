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
  columns: ReadonlyMap<string, ListColumn<Row>>,
  sort: readonly ListSort[],
) {
  const orders = sort.flatMap(({ column: key, descending }) => {
    const column = columns.get(key);
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

type Selection = Pick<ListState, 'search' | 'filters' | 'sort'>;

/** Returns the positions of the matching rows in the order of the list state. */
export const findMatchingPositions = <Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
): readonly number[] => findPlaces(rows, columns, state) ?? [...rows.keys()];

/** Returns the value of a column in each row. It is computed once for an array of rows. */
export const columnValues = <Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
): readonly ListValue[] => factsOf(rows, column).values;

/**
 * Returns the matching rows in the order of the list state; `rows` itself without filters and order.
 * The sort is stable, and rows without a value come last in both directions. Results are cached by
 * rows array and column object, so neither may be mutated.
 */
export function filterAndSortRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
): readonly Row[] {
  return findPlaces(rows, columns, state)?.map((at) => rows[at] as Row) ?? rows;
}

/** Returns the positions of the matching rows; `undefined` without filters and order. */
function findPlaces<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  state: Selection,
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

  if (tests.length === 0 && state.sort.length === 0) return undefined;
  const places: number[] = [];
  for (let at = 0; at < rows.length; at++) if (tests.every((test) => test(at))) places.push(at);
  if (state.sort.length === 0) return places;
  if (places.length < rows.length * shareSortedWhole)
    return places.sort(rowComparator(rows, byKey, state.sort));
  const matching = new Set(places);
  return sortedPositions(rows, columns, state.sort).filter((at) => matching.has(at));
}

/** Share of the rows from which on all rows are sorted, so that their order can be used again. */
const shareSortedWhole = 0.25;

const lastOrders = new WeakMap<
  readonly unknown[],
  { columns: readonly unknown[]; sort: string; positions: readonly number[] }
>();

/** Returns the positions of all rows in an order. The last order of an array of rows is cached. */
function sortedPositions<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: readonly ListSort[],
): readonly number[] {
  const last = lastOrders.get(rows);
  const order = JSON.stringify(sort);
  if (last?.columns === columns && last.sort === order) return last.positions;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const positions = [...rows.keys()].sort(rowComparator(rows, byKey, sort));
  lastOrders.set(rows, { columns, sort: order, positions });
  return positions;
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
