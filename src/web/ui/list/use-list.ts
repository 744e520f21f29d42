import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isListParameter, type ListProblem, listSearch, parseList } from '#shared/list/address.ts';
import { applyList } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { SavedView } from '#shared/list/saved-views.ts';
import { emptyListState, filtersFor, type ListState } from '#shared/list/state.ts';
import { useViewerName } from './viewer.ts';
import { savedViewsQuery } from './views/saved-views-data.ts';
import { withList } from './with-list.ts';

interface ListOptions<Row> {
  /** Names its saved views, such as 'portfolio': small letters, digits and hyphens. */
  name: string;
  /** A constant. */
  columns: readonly ListColumn<Row>[];
  /** undefined while they load; never changed in place. */
  rows: readonly Row[] | undefined;
  /** A constant: where the list begins when neither the address nor a default view says anything. */
  initial?: Partial<ListState>;
}

export interface ListControl<Row> {
  name: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[] | undefined;
  /** The rows that match, in order; undefined until it is known what is asked for. */
  matching: readonly Row[] | undefined;
  state: ListState;
  /** The state as an export takes it, with the viewer's name for 'me'. */
  exportSearch: string;
  /** Parts of the address or the view that could not be used. */
  problems: readonly ListProblem[];
  /** The saved view that it began with. */
  view: SavedView | undefined;
  /** Whether it says something else than that view. */
  isEdited: boolean;
  views: readonly SavedView[];
  viewsError: Error | null;
  defaultViewId: string | null;
  change: (change: Partial<ListState>, options?: { replace?: boolean }) => void;
  /** Without filters and search; order and columns stay. */
  clear: () => void;
  openView: (view: SavedView | null) => void;
}

const searchOf = (state: ListState): string => listSearch({ ...state, view: null });

/** A list's state in the address, its saved views and the rows that match. What else the address says stays as it is. */
export function useList<Row>({ name, columns, rows, initial }: ListOptions<Row>): ListControl<Row> {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const saved = useQuery(savedViewsQuery(name));

  const address = useMemo(() => parseList(parameters, columns), [parameters, columns]);
  const own = useMemo(() => ({ ...emptyListState, ...initial }), [initial]);
  const isNamed = [...parameters.keys()].some(isListParameter);
  const saysMore = searchOf(address.state) !== '';
  const defaultViewId = saved.data?.defaultViewId ?? null;
  const viewId = address.state.view === 'none' ? null : (address.state.view ?? (isNamed ? null : defaultViewId));
  const view = saved.data?.rows.find(({ savedViewId }) => savedViewId === viewId);

  const ofView = useMemo(() => view && parseList(new URLSearchParams(view.search), columns), [view, columns]);
  const { state, problems } = useMemo(() => {
    if (saysMore || address.state.view === 'none') {
      if (viewId !== null) return address;
      // An address that only filters keeps the list's own columns and order.
      const { columns: named, sort } = address.state;
      return { ...address, state: { ...address.state, columns: named ?? own.columns, sort: sort.length > 0 ? sort : own.sort } };
    }
    const isGone = viewId !== null && saved.data !== undefined && ofView === undefined;
    const gone = isGone ? ['This link’s saved view was deleted or is private.'] : [];
    const before = ofView ?? { state: own, problems: [] };
    return { state: { ...before.state, view: viewId }, problems: [...address.problems, ...gone, ...before.problems] };
  }, [saysMore, address, ofView, own, viewId, saved.data]);

  const viewer = useViewerName();
  const waitsForViews = saved.isPending && !saysMore && address.state.view !== 'none';
  const meant = useMemo(() => ({ ...state, filters: filtersFor(state.filters, viewer) }), [state, viewer]);
  const matching = useMemo(
    () => (rows === undefined || waitsForViews ? undefined : applyList(rows, columns, meant)),
    [rows, columns, meant, waitsForViews],
  );

  const go = useCallback(
    (next: ListState, replace: boolean) => {
      const isPlain = searchOf(next) === '' && next.view === null;
      void navigate({ search: withList(parameters, isPlain ? { ...next, view: 'none' } : next) }, { replace, preventScrollReset: true });
    },
    [navigate, parameters],
  );
  const change = useCallback(
    (part: Partial<ListState>, { replace = false }: { replace?: boolean } = {}) => {
      const next = { ...state, ...part };
      // A view of its id alone would be the view as it was saved.
      go(searchOf(next) === '' ? { ...next, view: null } : next, replace);
    },
    [go, state],
  );

  return {
    name,
    columns,
    rows,
    matching,
    state,
    exportSearch: listSearch({ ...meant, view: null, density: 'comfortable' }),
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
        next === null ? { ...own, view: null } : { ...parseList(new URLSearchParams(next.search), columns).state, view: next.savedViewId },
        false,
      ),
  };
}
