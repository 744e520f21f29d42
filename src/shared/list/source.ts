import { LruCache } from '#shared/core/lru-cache.ts';
import type { ListColumn, ListValue } from './column.ts';
import { columnValueCounts, columnValues, countValuesAt } from './column-facts.ts';
import { findMatchingPositions } from './match.ts';
import { sortFirstPositions } from './order.ts';
import type { ListState } from './state.ts';

/** Rows of a list that match a list state's search and filters, in the state's sort order. */
export interface MatchingRows {
  count: number;
  /** Returns the values of a column, one for each row. Throws for a column that is missing. */
  values: (column: string) => readonly ListValue[];
  /** Returns the paths of a column's values, one for each row; `null` for values without a path. */
  paths: (column: string) => (string | null)[];
  /**
   * Counts the distinct values of a column, in the order in which they first occur in the list.
   * Rows without a value count as well.
   */
  countsOf: (column: string) => ReadonlyMap<ListValue, number>;
  /**
   * Position of each row in the list without search, filters and sort order. The positions are
   * computed on first read, because they have to be sorted.
   */
  readonly places: readonly number[];
  /** Yields the id of each row's customer; `null` for rows without a customer. */
  institutionIds: () => Iterable<number | null>;
  /** Returns the first `count` rows without sorting the remaining rows. */
  first: (count: number) => MatchingRows;
}

type Selection = Pick<ListState, 'search' | 'filters' | 'sort'>;

/** Rows of a list with their columns, for code that does not know the row type. */
export interface UntypedListRows {
  columns: readonly ListColumn<never>[];
  /** Returns the distinct values of a text column, each with its number of rows. */
  valueCounts: (column: string) => readonly { value: string; rows: number }[];
  select: (state: Selection) => MatchingRows;
}

/** Maximum number of selections that a list caches. */
const mostSelections = 3;

const sources = new WeakMap<readonly unknown[], UntypedListRows>();

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
export function createUntypedListRows<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): UntypedListRows {
  const known = sources.get(rows);
  if (known?.columns === columns) return known;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  function columnOf(key: string): ListColumn<Row> {
    const column = byKey.get(key);
    if (column === undefined) throw new Error(`The list has no column ${key}`);
    return column;
  }
  function selectRows(matching: readonly number[], sort: Selection['sort']): MatchingRows {
    let sorted: readonly number[] | undefined;
    const places = () => {
      sorted ??=
        sort.length === 0
          ? matching
          : sortFirstPositions(rows, columns, matching, sort, matching.length);
      return sorted;
    };
    const selected = new Map<string, readonly ListValue[]>();
    return {
      count: matching.length,
      values: (key) => {
        const values = columnValues(rows, columnOf(key));
        const found = selected.get(key) ?? places().map((place) => values[place] ?? null);
        selected.set(key, found);
        return found;
      },
      paths: (key) => {
        const { path } = columnOf(key);
        return places().map((place) => {
          const row = rows[place];
          return path === undefined || row === undefined ? null : path(row);
        });
      },
      countsOf: (key) => countValuesAt(rows, columnOf(key), matching),
      get places() {
        return places();
      },
      *institutionIds() {
        for (const place of places()) yield institutionIdOf(rows[place]);
      },
      first: (count) =>
        selectRows(
          sorted?.slice(0, count) ?? sortFirstPositions(rows, columns, matching, sort, count),
          [],
        ),
    };
  }
  /** Last selections, because an answer selects the same rows for its parts. */
  const matches = new LruCache<readonly number[]>(mostSelections);
  const selections = new LruCache<MatchingRows>(mostSelections);
  const source: UntypedListRows = {
    columns,
    valueCounts: (key) => columnValueCounts(rows, columnOf(key)),
    select: (state) => {
      const { search, filters, sort } = state;
      return selections.getOrMake(JSON.stringify([search, filters, sort]), () =>
        selectRows(
          matches.getOrMake(JSON.stringify([search, filters]), () =>
            findMatchingPositions(rows, columns, state),
          ),
          sort,
        ),
      );
    },
  };
  sources.set(rows, source);
  return source;
}
