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
    const folded = foldColumnValues(rows, column);
    return values.map((value, at) =>
      value === null || value === '' ? undefined : naturalSortKey(folded[at] ?? ''),
    );
  }
  return values.map((value) =>
    typeof value === 'boolean' ? Number(value) : value === null || value === '' ? undefined : value,
  );
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
