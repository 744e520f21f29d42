import type { ListColumn } from './column.ts';

/**
 * Range of numbers. A bound of `null` means no limit. The range includes its bounds unless they are
 * marked as exclusive.
 */
export interface NumberRange {
  from: number | null;
  to: number | null;
  /**
   * `true` when the range excludes `from`, otherwise omitted. Never `false`, so that equal ranges
   * have the same properties.
   */
  isFromExclusive?: true;
  /**
   * `true` when the range excludes `to`, otherwise omitted. Never `false`, so that equal ranges
   * have the same properties.
   */
  isToExclusive?: true;
}

/**
 * Condition of a filter on a column's values. Unknown values, which are `null` and '', match only
 * 'empty'. For the same `values`, every known value matches either 'one-of' or 'none-of'.
 *
 * The kind determines the format in the URL, so it must fit the column: conditions on option
 * columns are 'one-of' and 'none-of', and conditions on text columns are 'contains', 'text-one-of'
 * and 'text-none-of'. Text conditions ignore case and accents.
 */
export type ListCondition =
  | { kind: 'contains'; text: string }
  | { kind: 'text-one-of'; values: readonly string[] }
  | { kind: 'text-none-of'; values: readonly string[] }
  | { kind: 'one-of'; values: readonly string[] }
  | { kind: 'none-of'; values: readonly string[] }
  | ({ kind: 'range' } & NumberRange)
  /** Range of days that includes both ends. */
  | { kind: 'dates'; from: string | null; to: string | null }
  | { kind: 'is'; value: boolean }
  | { kind: 'empty' }
  | { kind: 'filled' };
export type ListFilter = { column: string } & ListCondition;

/**
 * Filter value that stands for the current user in a column of users. It starts with a control
 * character, which no name contains.
 */
export const viewerFilterValue = '\u0000me';

/**
 * Replaces 'me' in filters by the name of the current user. Without a name, no value equals 'me'.
 */
export const resolveViewerFilters = (
  filters: readonly ListFilter[],
  viewer: string | null,
): readonly ListFilter[] =>
  filters.map((filter) =>
    (filter.kind === 'one-of' || filter.kind === 'none-of') &&
    filter.values.includes(viewerFilterValue)
      ? {
          ...filter,
          values: [
            ...new Set(
              filter.values.flatMap((value) =>
                value === viewerFilterValue ? (viewer ?? viewerFilterValue) : value,
              ),
            ),
          ],
        }
      : filter,
  );
export interface ListSort {
  column: string;
  descending: boolean;
}

export const rowDensities = ['comfortable', 'compact'] as const;
export type RowDensity = (typeof rowDensities)[number];

/** State of a list, as stored in URLs and saved views and sent to exports. */
export interface ListState {
  search: string;
  /** At most one filter for each column. */
  filters: readonly ListFilter[];
  /** Sort columns in order of precedence. */
  sort: readonly ListSort[];
  /** Visible columns in order; `null` for the list's default. */
  columns: readonly string[] | null;
  density: RowDensity;
  /**
   * Id of the saved view from which the state started. 'none' means no view, not even the default
   * view.
   */
  view: string | null;
}

export const emptyListState: ListState = {
  search: '',
  filters: [],
  sort: [],
  columns: null,
  density: 'comfortable',
  view: null,
};

export function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  state: Pick<ListState, 'columns'>,
): ListColumn<Row>[] {
  if (state.columns === null) return columns.filter(({ isHidden }) => isHidden !== true);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return state.columns.flatMap((key) => byKey.get(key) ?? []);
}
