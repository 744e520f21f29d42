import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Board, boardIdSchema, boardWeeks } from '#shared/boards/boards.ts';
import { choosesRows, parseList } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { withList } from '#web/ui/list/with-list.ts';
import { useAddress } from '#web/ui/use-address.ts';

type BoardWeeks = (typeof boardWeeks)[number];

interface BoardAddress {
  boardId: Board['boardId'];
  weeks: BoardWeeks;
  state: ListState;
  /** Filters and search as the server takes them; what could not be used goes too, so that it is said once. */
  filters: string;
  open: (boardId: Board['boardId']) => void;
  setWeeks: (weeks: BoardWeeks) => void;
  change: (change: Partial<ListState>) => void;
}

/** The board, its weeks and its filters, in the address. */
export function useBoardAddress(): BoardAddress {
  const [parameters, setParameters] = useSearchParams();
  const { change: set } = useAddress();
  const board = boardIdSchema.safeParse(parameters.get('board') ?? undefined);
  const state = useMemo(() => parseList(parameters, institutionColumns).state, [parameters]);
  const filters = useMemo(() => new URLSearchParams([...parameters].filter(([name]) => choosesRows(name))).toString(), [parameters]);
  return {
    boardId: board.success ? board.data : 'health',
    weeks: boardWeeks.find((each) => each === parameters.get('weeks')) ?? '26',
    state,
    filters,
    open: (boardId) => set({ board: boardId === 'health' ? null : boardId }),
    setWeeks: (weeks) => set({ weeks: weeks === '26' ? null : weeks }),
    change: (change) =>
      setParameters((before) => new URLSearchParams(withList(before, { ...state, ...change, view: null })), { preventScrollReset: true }),
  };
}
