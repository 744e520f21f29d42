import type { ListColumn, ListValue } from './column.ts';
import { fold, naturalKey } from './natural-order.ts';
import type { ListFilter, ListState } from './state.ts';

/** What is worked out of one column once for as long as its rows live. */
interface ColumnFacts {
  values: ListValue[];
  folded?: string[];
  /** The place of each row's value in ascending order, equal for equals; -1 where there is none. */
  ranks?: Int32Array;
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
  facts.folded ??= facts.values.map((value) => (value === null ? '' : fold(String(value))));
  return facts.folded;
}

/** Values that compare with < in the column's order; undefined where there is none. */
function sortKeys<Row>(rows: readonly Row[], column: ListColumn<Row>): (string | number | undefined)[] {
  const { values } = factsOf(rows, column);
  if (column.kind === 'option' && column.options !== undefined) {
    const order = new Map(column.options.map((option, at) => [option, at]));
    return values.map((value) => (value === null ? undefined : (order.get(String(value)) ?? order.size)));
  }
  if (column.kind === 'text' || column.kind === 'option') {
    const folded = foldedOf(rows, column);
    return values.map((value, at) => (value === null || value === '' ? undefined : naturalKey(folded[at] ?? '')));
  }
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : value === null || value === '' ? undefined : value));
}

function ranksOf<Row>(rows: readonly Row[], column: ListColumn<Row>): Int32Array {
  const facts = factsOf(rows, column);
  if (facts.ranks !== undefined) return facts.ranks;
  const keys = sortKeys(rows, column);
  const order: number[] = [];
  for (let at = 0; at < keys.length; at++) if (keys[at] !== undefined) order.push(at);
  order.sort((one, other) => {
    const a = keys[one] ?? '';
    const b = keys[other] ?? '';
    return a < b ? -1 : a > b ? 1 : 0;
  });
  const ranks = new Int32Array(rows.length).fill(-1);
  let rank = -1;
  let before: string | number | undefined;
  for (const at of order) {
    if (keys[at] !== before) rank++;
    before = keys[at];
    ranks[at] = rank;
  }
  facts.ranks = ranks;
  return ranks;
}

function holds(filter: Exclude<ListFilter, { kind: 'contains' }>): (value: ListValue) => boolean {
  switch (filter.kind) {
    case 'one-of': {
      const values = new Set(filter.values);
      return (value) => typeof value === 'string' && values.has(value);
    }
    case 'range': {
      const from = filter.from ?? Number.NEGATIVE_INFINITY;
      const to = filter.to ?? Number.POSITIVE_INFINITY;
      return (value) => typeof value === 'number' && value >= from && value <= to;
    }
    case 'dates':
      return (value) =>
        typeof value === 'string' && (filter.from === null || value >= filter.from) && (filter.to === null || value <= filter.to);
    case 'is':
      return (value) => value === filter.value;
    case 'empty':
      return (value) => value === null || value === '';
    case 'filled':
      return (value) => value !== null && value !== '';
  }
}

/** Rows in which every word of the search stands in some searched column. */
function searched<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], search: string): ((at: number) => boolean) | undefined {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const texts = columns.filter(({ isSearched }) => isSearched === true).map((column) => foldedOf(rows, column));
  return (at) => words.every((word) => texts.some((column) => column[at]?.includes(word) === true));
}

/** Stable, by counting: ranks are whole numbers from 0 without gaps, so nothing has to be compared. Rows without a value come last. */
function orderedBy(places: readonly number[], ranks: Int32Array, descending: boolean): number[] {
  let highest = -1;
  for (const at of places) highest = Math.max(highest, ranks[at] ?? -1);
  const bucketOf = (at: number): number => {
    const rank = ranks[at] ?? -1;
    if (rank < 0) return highest + 1;
    return descending ? highest - rank : rank;
  };
  const starts = new Uint32Array(highest + 3);
  for (const at of places) starts[bucketOf(at) + 1] = (starts[bucketOf(at) + 1] ?? 0) + 1;
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  const ordered = new Array<number>(places.length);
  for (const at of places) {
    const bucket = bucketOf(at);
    const place = starts[bucket] ?? 0;
    ordered[place] = at;
    starts[bucket] = place + 1;
  }
  return ordered;
}

/** Works out a column's order before somebody asks for it. */
export function prepareOrder<Row>(rows: readonly Row[], column: ListColumn<Row>): void {
  ranksOf(rows, column);
}

type Wanted = Pick<ListState, 'search' | 'filters' | 'sort'>;

/**
 * The places in `rows` of those that match, in the state's order; equal rows keep the order they came in, and rows without a
 * value come last in both directions. What it works out of the columns is kept for the same rows array and the same columns,
 * so that neither may be changed in place.
 */
export function matchingPlaces<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], state: Wanted): number[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const tests = state.filters.flatMap((filter) => {
    const column = byKey.get(filter.column);
    if (column === undefined) return [];
    if (filter.kind === 'contains') {
      const text = fold(filter.text);
      const folded = foldedOf(rows, column);
      return [(at: number) => folded[at]?.includes(text) === true];
    }
    const { values } = factsOf(rows, column);
    const test = holds(filter);
    return [(at: number) => test(values[at] ?? null)];
  });
  const search = searched(rows, columns, state.search);
  if (search !== undefined) tests.push(search);

  let places: number[] = [];
  for (let at = 0; at < rows.length; at++) if (tests.every((test) => test(at))) places.push(at);
  // The last order first: each keeps what the one before made of equals.
  for (const { column: key, descending } of state.sort.toReversed()) {
    const column = byKey.get(key);
    if (column !== undefined) places = orderedBy(places, ranksOf(rows, column), descending);
  }
  return places;
}

/** The rows of `matchingPlaces`. */
export const applyList = <Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], state: Wanted): Row[] =>
  matchingPlaces(rows, columns, state).map((at) => rows[at] as Row);

/** Words that a column without a fixed set holds, in natural order with how many rows hold each. */
export function optionsIn<Row>(rows: readonly Row[], column: ListColumn<Row>): { value: string; rows: number }[] {
  const counts = new Map<string, number>(column.options?.map((option) => [option, 0]));
  for (const value of factsOf(rows, column).values)
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const found = [...counts].map(([value, count]) => ({ value, rows: count }));
  if (column.options !== undefined) return found;
  return found.sort((a, b) => (naturalKey(fold(a.value)) < naturalKey(fold(b.value)) ? -1 : 1));
}
