import { columnValueCounts, columnValues, findMatchingPositions } from './apply.ts';
import type { ListColumn, ListValue } from './column.ts';
import type { ListState } from './state.ts';

/** Rows of a list that match a list state's search and filters, in the state's sort order. */
export interface SelectedRows {
  count: number;
  /** Returns the values of a column, one for each row. Throws for a column that is missing. */
  values: (column: string) => readonly ListValue[];
  /** Returns the paths of a column's values, one for each row; `null` for values without a path. */
  paths: (column: string) => (string | null)[];
  /** Position of each row in the list without filters. */
  places: readonly number[];
  /** Returns the id of each row's customer; `null` for rows without a customer. */
  institutionIds: () => (number | null)[];
}

type Selection = Pick<ListState, 'search' | 'filters' | 'sort'>;

/** Rows of a list with their columns, for code that does not know the row type. */
export interface ListSource {
  columns: readonly ListColumn<never>[];
  /** Returns the distinct values of a text column, each with its number of rows. */
  valueCounts: (column: string) => readonly { value: string; rows: number }[];
  select: (state: Selection) => SelectedRows;
}

const sources = new WeakMap<readonly unknown[], ListSource>();

const institutionIdOf = (row: unknown): number | null =>
  typeof row === 'object' &&
  row !== null &&
  'institutionId' in row &&
  typeof row.institutionId === 'number'
    ? row.institutionId
    : null;

/**
 * Returns the source of an array of rows. Repeated calls with the same array and columns return the
 * same object.
 */
export function createListSource<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): ListSource {
  const known = sources.get(rows);
  if (known?.columns === columns) return known;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  function columnOf(key: string): ListColumn<Row> {
    const column = byKey.get(key);
    if (column === undefined) throw new Error(`The list has no column ${key}`);
    return column;
  }
  function selectRows(state: Selection): SelectedRows {
    const places = findMatchingPositions(rows, columns, state);
    const selected = new Map<string, readonly ListValue[]>();
    return {
      count: places.length,
      values: (key) => {
        const values = columnValues(rows, columnOf(key));
        const found = selected.get(key) ?? places.map((place) => values[place] ?? null);
        selected.set(key, found);
        return found;
      },
      paths: (key) => {
        const { path } = columnOf(key);
        return places.map((place) => {
          const row = rows[place];
          return path === undefined || row === undefined ? null : path(row);
        });
      },
      places,
      institutionIds: () => places.map((place) => institutionIdOf(rows[place])),
    };
  }
  /** Last selection, because an answer selects the same rows for its parts. */
  let last: { key: string; selected: SelectedRows } | undefined;
  const source: ListSource = {
    columns,
    valueCounts: (key) => columnValueCounts(rows, columnOf(key)),
    select: (state) => {
      const key = JSON.stringify([state.search, state.filters, state.sort]);
      if (last?.key !== key) last = { key, selected: selectRows(state) };
      return last.selected;
    },
  };
  sources.set(rows, source);
  return source;
}
