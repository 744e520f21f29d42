import { median } from '#shared/core/numbers/median.ts';
import { foldText } from '#shared/core/text.ts';
import type { ListColumn, ListValue } from './column.ts';
import { naturalSortKey } from './natural-order.ts';
import type { MatchingRows } from './source.ts';

export const statistics = ['sum', 'mean', 'median', 'highest', 'lowest'] as const;
export type Statistic = (typeof statistics)[number];

/** Returns a statistic of the numbers among the values; `null` when there are no numbers. */
export function computeStatistic(kind: Statistic, values: readonly ListValue[]): number | null {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  if (numbers.length === 0) return null;
  switch (kind) {
    case 'sum':
      return numbers.reduce((sum, value) => sum + value, 0);
    case 'mean':
      return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    case 'median':
      return median(numbers);
    case 'highest':
      return numbers.reduce((most, value) => Math.max(most, value));
    case 'lowest':
      return numbers.reduce((least, value) => Math.min(least, value));
  }
}

/** Column by which rows are grouped; dates are grouped by month. */
export interface ListGrouping {
  column: string;
  unit: 'value' | 'month';
}

export interface RowGroup {
  /** Value of each grouping column: a text, 'YYYY-MM' for a month, `null` when unknown. */
  keys: (string | boolean | null)[];
  /** Positions of the group's rows among the selected rows. */
  rows: number[];
}

const keyOf = ({ unit }: ListGrouping, value: ListValue): string | boolean | null => {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  return unit === 'month' ? String(value).slice(0, 7) : String(value);
};

/**
 * Returns a function that numbers the keys of values from 0, and computes the key of a value once.
 */
function createKeyIds(grouping: ListGrouping): (value: ListValue) => number {
  const idByKey = new Map<string | boolean | null, number>();
  const idByValue = new Map<ListValue, number>();
  return (value) => {
    const known = idByValue.get(value);
    if (known !== undefined) return known;
    const key = keyOf(grouping, value);
    const id = idByKey.get(key) ?? idByKey.size;
    idByKey.set(key, id);
    idByValue.set(value, id);
    return id;
  };
}

/**
 * Groups rows by the values of columns. Groups follow the order of the column's options; without
 * options, they are in natural order. Rows without a value come last.
 */
export function groupRows(
  selected: MatchingRows,
  groupings: readonly ListGrouping[],
  columns: readonly ListColumn<never>[],
): RowGroup[] {
  const values = groupings.map(({ column }) => selected.values(column));
  const ids = groupings.map((grouping) => createKeyIds(grouping));
  const groups = new Map<number, RowGroup>();
  for (let row = 0; row < selected.count; row++) {
    // Combines the ids of a row's values into one number. Each id is smaller than `selected.count`,
    // so different combinations of values get different numbers.
    const id = ids.reduce(
      (before, idOf, at) => before * selected.count + idOf(values[at]?.[row] ?? null),
      0,
    );
    const group = groups.get(id) ?? {
      keys: groupings.map((grouping, at) => keyOf(grouping, values[at]?.[row] ?? null)),
      rows: [],
    };
    group.rows.push(row);
    groups.set(id, group);
  }
  const orders = groupings.map(({ column }) => columns.find(({ key }) => key === column)?.options);
  const sortKey = (group: RowGroup, at: number): string => {
    const key = group.keys[at] ?? null;
    if (key === null) return '\uffff';
    const place = orders[at]?.indexOf(String(key)) ?? -1;
    return place >= 0 ? String(place).padStart(4, '0') : naturalSortKey(foldText(String(key)));
  };
  const keyed = [...groups.values()].map((group) => ({
    group,
    keys: groupings.map((_, at) => sortKey(group, at)),
  }));
  return keyed
    .sort((one, other) => {
      const at = one.keys.findIndex((key, place) => key !== other.keys[place]);
      if (at < 0) return 0;
      return (one.keys[at] ?? '') < (other.keys[at] ?? '') ? -1 : 1;
    })
    .map(({ group }) => group);
}
