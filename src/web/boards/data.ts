import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SentPlan } from '#shared/assistant/plan.ts';
import {
  type Board,
  type BoardAnswer,
  boardLimits,
  deleteBoard,
  fullBoardText,
  getBoard,
  patchBoard,
  postBoard,
} from '#shared/boards/boards.ts';
import { buildPinnedAnswerKey } from '#shared/boards/pinned-answers.ts';
import type { QueryOf } from '#shared/core/endpoint.ts';
import { call, endpointQuery } from '#web/core/api.ts';

type BoardId = Board['boardId'];

/** Loads a board with the data of all its widgets in one request. */
export const boardQuery = (boardId: BoardId, query: QueryOf<typeof getBoard>) =>
  queryOptions({
    ...endpointQuery(getBoard, { params: { boardId }, query }),
    placeholderData: keepPreviousData,
  });

/** Board to which an answer is pinned: one of the user's boards, or a new one. */
export interface PinTarget {
  boardId: string;
  /** Name of a new board; `null` for an existing board. */
  newName: string | null;
}

/** Adds a widget to the end of a board, unless the board already has it. */
async function appendWidget(boardId: string, key: string): Promise<Board> {
  const { board } = await call(getBoard, { params: { boardId }, query: {} });
  if (board.widgets.includes(key)) return board;
  if (board.widgets.length >= boardLimits.widgets)
    throw new Error(
      `${fullBoardText}. Remove a widget from “${board.name}” or choose another board.`,
    );
  return call(patchBoard, {
    params: { boardId },
    body: { version: board.version, widgets: [...board.widgets, key] },
  });
}

const arrangeKey = ['arrange a board'];

export const isBoardQueryKey = (key: unknown): boolean =>
  typeof key === 'string' && key.startsWith('/api/boards/');

/** Returns mutations of boards. Each of them refetches the boards. */
export function useBoardMutations(openBoardKey: ReturnType<typeof boardQuery>['queryKey']) {
  const client = useQueryClient();
  const mustReload = useRef(false);
  const reloadBoards = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => isBoardQueryKey(queryKey[0]) });
  const updateCache = (change: (answer: BoardAnswer) => BoardAnswer) =>
    client.setQueryData<BoardAnswer>(openBoardKey, (answer) => answer && change(answer));
  return {
    copy: useMutation({
      /** Creates a copy of a board, or an empty board when `copyOf` is `null`. */
      mutationFn: ({
        copyOf,
        ...board
      }: {
        boardId: string;
        name: string;
        copyOf: BoardId | null;
      }) =>
        call(postBoard, {
          body: { ...board, ...(copyOf === null ? { widgets: [] } : { copyOf }) },
        }),
      onSettled: reloadBoards,
    }),
    pin: useMutation({
      mutationFn: ({ boardId, newName, plan }: PinTarget & { plan: SentPlan }) =>
        newName === null
          ? appendWidget(boardId, buildPinnedAnswerKey(plan))
          : call(postBoard, {
              body: { boardId, name: newName, widgets: [buildPinnedAnswerKey(plan)] },
            }),
      onSettled: reloadBoards,
    }),
    rename: useMutation({
      mutationFn: ({ board, name }: { board: Board; name: string }) =>
        call(patchBoard, {
          params: { boardId: board.boardId },
          body: { version: board.version, name },
        }),
      onSettled: reloadBoards,
    }),
    share: useMutation({
      mutationFn: ({ board, isShared }: { board: Board; isShared: boolean }) =>
        call(patchBoard, {
          params: { boardId: board.boardId },
          body: { version: board.version, isShared },
        }),
      onSettled: reloadBoards,
    }),
    remove: useMutation({
      mutationFn: ({ boardId, version }: Board) =>
        call(deleteBoard, { params: { boardId }, body: { version } }),
      onSuccess: reloadBoards,
    }),
    /**
     * Saves the order of the widgets. Requests are sent one after the other, each with the version
     * that the previous response returned. Moves and removals are shown before they are saved.
     */
    arrange: useMutation({
      mutationKey: arrangeKey,
      scope: { id: 'board' },
      mutationFn: ({ boardId, widgets }: { boardId: BoardId; widgets: string[] }) =>
        call(patchBoard, {
          params: { boardId },
          body: { version: client.getQueryData(openBoardKey)?.board.version ?? 1, widgets },
        }),
      onMutate: async ({ widgets }) => {
        // A response to an earlier request would undo the change on the screen.
        const wasFetching = client.isFetching({ queryKey: openBoardKey }) > 0;
        await client.cancelQueries({ queryKey: openBoardKey });
        updateCache((answer) => ({
          ...answer,
          board: { ...answer.board, widgets },
          widgets: widgets.flatMap(
            (key) => answer.widgets.find((widget) => widget.key === key) ?? [],
          ),
        }));
        return { wasFetching };
      },
      onSuccess: (board) => {
        updateCache((answer) => ({
          ...answer,
          board: { ...answer.board, version: board.version },
        }));
        // Cached responses for other filters or weeks are outdated. They are refetched when they
        // are shown again.
        return client.invalidateQueries({
          predicate: ({ queryKey: [key] }) => isBoardQueryKey(key) && key !== openBoardKey[0],
          refetchType: 'none',
        });
      },
      onSettled: (_, error, { widgets }, started) => {
        const known = client.getQueryData(openBoardKey)?.widgets.map(({ key }) => key) ?? [];
        const isComplete =
          error === null &&
          started?.wasFetching === false &&
          widgets.every((key) => known.includes(key));
        mustReload.current ||= !isComplete;
        // While another change is pending, a response would undo that change on the screen.
        if (client.isMutating({ mutationKey: arrangeKey }) > 1 || !mustReload.current)
          return undefined;
        mustReload.current = false;
        return reloadBoards();
      },
    }),
  };
}
