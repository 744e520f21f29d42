import { foldText } from '#shared/core/text.ts';
import type { ListColumn, ListValue } from './column.ts';
import { naturalSortKey } from './natural-order.ts';

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

/** Returns the folded text of a column's values; an empty text for a row without a value. */
export function foldColumnValues<Row>(rows: readonly Row[], column: ListColumn<Row>): string[] {
  const facts = factsOf(rows, column);
  facts.folded ??= facts.values.map(foldValue);
  return facts.folded;
}

/** Returns a function that computes the sort key of a value from the value and its folded text. */
function createSortKey<Row>({
  kind,
  options,
}: ListColumn<Row>): (value: ListValue, folded: () => string) => SortKey {
  if (kind === 'option' && options !== undefined) {
    const order = new Map(options.map((option, at) => [option, at]));
    return (value) => (value === null ? undefined : (order.get(String(value)) ?? order.size));
  }
  if (kind === 'text' || kind === 'option')
    return (value, folded) =>
      value === null || value === '' ? undefined : naturalSortKey(folded());
  return (value) =>
    typeof value === 'boolean' ? Number(value) : value === null || value === '' ? undefined : value;
}

function sortKeys<Row>(rows: readonly Row[], column: ListColumn<Row>): SortKey[] {
  const sortKey = createSortKey(column);
  const foldedAt = (at: number) => () => foldColumnValues(rows, column)[at] ?? '';
  return factsOf(rows, column).values.map((value, at) => sortKey(value, foldedAt(at)));
}

const foldValue = (value: ListValue): string => (value === null ? '' : foldText(String(value)));

/**
 * Moves the cached values of the columns from `from` to `to`, and computes them again at the
 * changed positions of `to`. Otherwise, `to` has the rows of `from` without those at the `removed`
 * positions of `from`, and may have further rows at its end. The values of `from` are computed
 * again if they are still needed, because copying them takes long with many rows.
 */
export function moveColumnFacts<Row>(
  columns: readonly ListColumn<Row>[],
  from: readonly Row[],
  to: readonly Row[],
  changed: readonly number[],
  removed: ReadonlySet<number> = new Set(),
): void {
  const kept = from.length - removed.size;
  const added = Array.from({ length: to.length - kept }, (_, at) => kept + at);
  const keptOf = <Value>(values: Value[]): Value[] =>
    removed.size === 0 ? values : values.filter((_, at) => !removed.has(at));
  const ofFrom = known.get(from);
  known.delete(from);
  const moved = new Map<unknown, ColumnFacts>();
  for (const column of columns) {
    const facts = ofFrom?.get(column);
    if (facts === undefined) continue;
    const next: ColumnFacts = { values: keptOf(facts.values) };
    if (facts.folded !== undefined) next.folded = keptOf(facts.folded);
    if (facts.keys !== undefined) next.keys = keptOf(facts.keys);
    const sortKey = createSortKey(column);
    for (const at of [...changed, ...added]) {
      const row = to[at];
      if (row === undefined) continue;
      const value = column.value(row);
      next.values[at] = value;
      if (next.folded !== undefined) next.folded[at] = foldValue(value);
      if (next.keys !== undefined) next.keys[at] = sortKey(value, () => foldValue(value));
    }
    moved.set(column, next);
  }
  known.set(to, moved);
}

/** Returns the sort keys of a column, one for each row. */
export function computeSortKeys<Row>(rows: readonly Row[], column: ListColumn<Row>): SortKey[] {
  const facts = factsOf(rows, column);
  facts.keys ??= sortKeys(rows, column);
  return facts.keys;
}

/** Returns a column's values, one for each row. They are computed once for an array of rows. */
export const columnValues = <Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
): readonly ListValue[] => factsOf(rows, column).values;

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
