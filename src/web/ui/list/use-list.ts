import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  formatListQueryString,
  isListParameter,
  type ListProblem,
  parseList,
} from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { ColumnOptions } from '#shared/list/paged.ts';
import type { SavedView } from '#shared/list/saved-views.ts';
import { emptyListState, type ListState, resolveViewerFilters } from '#shared/list/state.ts';
import { useViewerName } from './viewer.ts';
import { savedViewsQuery } from './views/saved-views-data.ts';
import { withListState } from './with-list.ts';

export interface ListStateOptions<Row> {
  /**
   * Name under which views are saved, such as 'portfolio': lower-case letters, digits and hyphens.
   */
  name: string;
  /** Columns. Must be the same array on every render. */
  columns: readonly ListColumn<Row>[];
  /**
   * Initial list state when the URL has no parameters and there is no default view. Must be the
   * same object on every render.
   */
  initial?: Partial<ListState>;
}

interface ListOptions<Row> extends ListStateOptions<Row> {
  /** Rows; `undefined` while loading. Never mutate the array. */
  rows: readonly Row[] | undefined;
}

/** Rows of a list that the server filters and sorts, because there are too many for a browser. */
export interface RemoteRows {
  /** Number of rows of the whole list; `undefined` while loading. */
  total: number | undefined;
  matching: number | undefined;
  /** Loads the next rows, if there are more. */
  loadMore: () => void;
  /** Returns the query of the values of option columns under a search and filters. */
  optionsQuery: (selection: Pick<ListState, 'search' | 'filters'>) => ColumnOptionsQuery;
}

export type ColumnOptionsQuery = UseQueryOptions<ColumnOptions, Error, ColumnOptions, string[]>;

export interface ListControl<Row> extends ListStateControl<Row> {
  /** All rows or, for remote rows, the loaded ones. */
  rows: readonly Row[] | undefined;
  /** Matching rows in order; `undefined` while rows or views are loading. */
  matching: readonly Row[] | undefined;
  /** Omitted for a list whose rows are all in the browser. */
  remote?: RemoteRows;
}

export interface ListStateControl<Row> {
  name: string;
  columns: readonly ListColumn<Row>[];
  state: ListState;
  /** Query string of the CSV export, in which 'me' is replaced by the user's name. */
  exportSearch: string;
  /** Problems found in the URL or in the saved view. */
  problems: readonly ListProblem[];
  /** Open saved view; `undefined` when no view is open. */
  view: SavedView | undefined;
  /** `true` when the list state differs from the open view. */
  isEdited: boolean;
  views: readonly SavedView[];
  viewsError: Error | null;
  defaultViewId: string | null;
  change: (change: Partial<ListState>, options?: { replace?: boolean }) => void;
  /** Clears filters and search. The order and the columns stay. */
  clear: () => void;
  openView: (view: SavedView | null) => void;
}

const searchOf = (state: ListState): string => formatListQueryString({ ...state, view: null });

interface ListStateResult<Row> {
  control: ListStateControl<Row>;
  /** State with the viewer's name instead of 'me'; `undefined` while saved views are loading. */
  resolved: ListState | undefined;
}

/** Holds a list's state in the URL, and returns its saved views and matching rows. */
export function useList<Row>({ rows, ...options }: ListOptions<Row>): ListControl<Row> {
  const { control, resolved } = useListState(options);
  const { columns } = options;
  const matching = useMemo(
    () =>
      rows === undefined || resolved === undefined
        ? undefined
        : filterAndSortRows(rows, columns, resolved),
    [rows, columns, resolved],
  );
  return { ...control, rows, matching };
}

/**
 * Holds a list's state in the URL, and returns it with its saved views. Other URL parameters are not
 * changed.
 */
export function useListState<Row>({
  name,
  columns,
  initial,
}: ListStateOptions<Row>): ListStateResult<Row> {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const saved = useQuery(savedViewsQuery(name));

  const address = useMemo(() => parseList(parameters, columns), [parameters, columns]);
  const own = useMemo(() => ({ ...emptyListState, ...initial }), [initial]);
  const isNamed = [...parameters.keys()].some(isListParameter);
  const saysMore = searchOf(address.state) !== '';
  const defaultViewId = saved.data?.defaultViewId ?? null;
  const viewId =
    address.state.view === 'none' ? null : (address.state.view ?? (isNamed ? null : defaultViewId));
  const view = saved.data?.rows.find(({ savedViewId }) => savedViewId === viewId);

  const ofView = useMemo(
    () => view && parseList(new URLSearchParams(view.search), columns),
    [view, columns],
  );
  const { state, problems } = useMemo(() => {
    if (saysMore || address.state.view === 'none') {
      if (viewId !== null) return address;
      // A URL with only filters keeps the list's default columns and order.
      const { columns: named, sort } = address.state;
      return {
        ...address,
        state: {
          ...address.state,
          columns: named ?? own.columns,
          sort: sort.length > 0 ? sort : own.sort,
        },
      };
    }
    const isGone = viewId !== null && saved.data !== undefined && ofView === undefined;
    const missing = isGone ? ['The saved view of this link was deleted or is private.'] : [];
    const before = ofView ?? { state: own, problems: [] };
    return {
      state: { ...before.state, view: viewId },
      problems: [...address.problems, ...missing, ...before.problems],
    };
  }, [saysMore, address, ofView, own, viewId, saved.data]);

  const viewer = useViewerName();
  const waitsForViews = saved.isPending && !saysMore && address.state.view !== 'none';
  const resolved = useMemo(
    () => ({ ...state, filters: resolveViewerFilters(state.filters, viewer) }),
    [state, viewer],
  );
  const go = useCallback(
    (next: ListState, replace: boolean) => {
      const isPlain = searchOf(next) === '' && next.view === null;
      void navigate(
        { search: withListState(parameters, isPlain ? { ...next, view: 'none' } : next) },
        { replace, preventScrollReset: true },
      );
    },
    [navigate, parameters],
  );
  const change = useCallback(
    (part: Partial<ListState>, { replace = false }: { replace?: boolean } = {}) => {
      const next = { ...state, ...part };
      // Drops the view's id when the rest of the list state is the default. A URL with only the id
      // would open the saved view.
      go(searchOf(next) === '' ? { ...next, view: null } : next, replace);
    },
    [go, state],
  );

  const control: ListStateControl<Row> = {
    name,
    columns,
    state,
    exportSearch: formatListQueryString({ ...resolved, view: null, density: 'comfortable' }),
    problems,
    view,
    isEdited: ofView !== undefined && searchOf(ofView.state) !== searchOf(state),
    views: saved.data?.rows ?? [],
    viewsError: saved.error,
    defaultViewId,
    change,
    clear: () => change({ filters: [], search: '' }),
    openView: (next) =>
      go(
        next === null
          ? { ...own, view: null }
          : {
              ...parseList(new URLSearchParams(next.search), columns).state,
              view: next.savedViewId,
            },
        false,
      ),
  };
  return { control, resolved: waitsForViews ? undefined : resolved };
}
