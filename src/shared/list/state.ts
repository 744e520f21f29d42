import type { ListColumn } from './column.ts';

/** What a column's values have to be for a row to stay; ranges include both ends. */
export type ListCondition =
  | { kind: 'contains'; text: string }
  | { kind: 'one-of'; values: readonly string[] }
  | { kind: 'range'; from: number | null; to: number | null }
  | { kind: 'dates'; from: string | null; to: string | null }
  | { kind: 'is'; value: boolean }
  | { kind: 'empty' }
  | { kind: 'filled' };
export type ListFilter = { column: string } & ListCondition;

/** Among the values of a column of people: whoever looks. No name holds this character. */
export const me = '\u0000me';

/** The filters with the viewer's name where they say 'me'; without a name nobody is meant. */
export const filtersFor = (filters: readonly ListFilter[], viewer: string | null): readonly ListFilter[] =>
  filters.map((filter) =>
    filter.kind === 'one-of' && filter.values.includes(me)
      ? { ...filter, values: [...new Set(filter.values.flatMap((value) => (value === me ? (viewer ?? me) : value)))] }
      : filter,
  );
export interface ListSort {
  column: string;
  descending: boolean;
}

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** Everything about a list that an address, a saved view and an export carry. */
export interface ListState {
  search: string;
  /** At most one for each column. */
  filters: readonly ListFilter[];
  /** The first decides, the next breaks its ties. */
  sort: readonly ListSort[];
  /** The shown columns in their order; null is the list's own choice. */
  columns: readonly string[] | null;
  density: Density;
  /** The saved view it began with; 'none' when the person wants none, not even the default one. */
  view: string | null;
}

export const emptyListState: ListState = { search: '', filters: [], sort: [], columns: null, density: 'comfortable', view: null };

export function shownColumns<Row>(columns: readonly ListColumn<Row>[], state: Pick<ListState, 'columns'>): ListColumn<Row>[] {
  if (state.columns === null) return columns.filter(({ isHidden }) => isHidden !== true);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return state.columns.flatMap((key) => byKey.get(key) ?? []);
}
