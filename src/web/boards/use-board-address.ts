import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { parsePlanJson } from '#shared/assistant/plan.ts';
import { type Board, boardIdSchema, boardWeekChoices } from '#shared/boards/boards.ts';
import { parseList } from '#shared/list/address.ts';
import { type ListFilter, type ListState, resolveViewerFilters } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { ownCustomersFilter } from '#shared/portfolio/segment.ts';
import { useCustomerScope } from '#web/portfolio/own-scope.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { withListState } from '#web/ui/list/with-list.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

type BoardWeeks = (typeof boardWeekChoices)[number];

interface BoardAddress {
  boardId: Board['boardId'];
  weeks: BoardWeeks;
  state: ListState;
  /** Messages about invalid URL parameters. */
  problems: readonly string[];
  /** Owner scope of the board; `undefined` when the filters contain an owner. */
  scope: string | undefined;
  setScope: (scope: string) => void;
  /**
   * Filters of the list state and of the scope, with 'me' replaced by the name of the current user.
   */
  filters: readonly ListFilter[];
  open: (boardId: Board['boardId']) => void;
  setWeeks: (weeks: BoardWeeks) => void;
  change: (change: Partial<ListState>) => void;
  /** Plan of the answer that the user is pinning; `undefined` without one. */
  pinning: SentPlan | undefined;
  /** Ends pinning, and opens the board that has the answer; `null` when it was canceled. */
  endPinning: (boardId: string | null) => void;
}

/** Holds the board, its weeks and its filters in the URL. */
export function useBoardAddress(): BoardAddress {
  const [parameters, setParameters] = useSearchParams();
  const { change: set } = useUrlParameters();
  const pin = parameters.get('pin');
  const pinning = useMemo(() => (pin === null ? undefined : parsePlanJson(pin)), [pin]);
  const board = boardIdSchema.safeParse(parameters.get('board') ?? undefined);
  const viewer = useViewerName();
  const { scope: ownScope, choose } = useCustomerScope();
  const { state, problems } = useMemo(
    () => parseList(parameters, institutionColumns),
    [parameters],
  );
  const scope = state.filters.some(({ column }) => column === ownCustomersFilter.column)
    ? undefined
    : ownScope;
  const filters = useMemo(
    () =>
      resolveViewerFilters(
        scope === 'mine' ? [...state.filters, ownCustomersFilter] : state.filters,
        viewer,
      ),
    [state, scope, viewer],
  );
  return {
    boardId: board.success ? board.data : 'health',
    weeks: boardWeekChoices.find((each) => each === parameters.get('weeks')) ?? '26',
    state,
    problems,
    scope,
    setScope: choose,
    filters,
    pinning,
    endPinning: (boardId) =>
      set({ pin: null, ...(boardId === null ? {} : { board: boardId }) }, { replace: true }),
    open: (boardId) => set({ board: boardId === 'health' ? null : boardId }),
    setWeeks: (weeks) => set({ weeks: weeks === '26' ? null : weeks }),
    change: (change) =>
      setParameters(
        (before) => new URLSearchParams(withListState(before, { ...state, ...change, view: null })),
        {
          preventScrollReset: true,
        },
      ),
  };
}
