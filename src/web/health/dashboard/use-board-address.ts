import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Board, boardIdSchema, boardWeeks } from '#shared/boards.ts';
import { institutionColumns } from '#shared/institution-columns.ts';
import { formatList, isListParameter, parseList } from '#shared/list/address.ts';
import { emptyListState, type ListState } from '#shared/list/state.ts';

export type BoardWeeks = (typeof boardWeeks)[number];

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
  const board = boardIdSchema.safeParse(parameters.get('board') ?? undefined);
  const state = useMemo(() => parseList(parameters, institutionColumns).state, [parameters]);
  const filters = useMemo(() => {
    const wanted = [...parameters].filter(([name]) => name === 'q' || name.startsWith('f.'));
    return new URLSearchParams(wanted).toString();
  }, [parameters]);

  function set(name: string, value: string | undefined) {
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === undefined) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { preventScrollReset: true },
    );
  }
  return {
    boardId: board.success ? board.data : 'health',
    weeks: boardWeeks.find((each) => each === parameters.get('weeks')) ?? '26',
    state,
    filters,
    open: (boardId) => set('board', boardId === 'health' ? undefined : boardId),
    setWeeks: (weeks) => set('weeks', weeks === '26' ? undefined : weeks),
    change: (change) =>
      setParameters(
        (before) =>
          new URLSearchParams([
            ...[...before].filter(([name]) => !isListParameter(name)),
            ...formatList({ ...emptyListState, ...state, ...change, view: null }),
          ]),
        { preventScrollReset: true },
      ),
  };
}
