import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Board, type BoardAnswer, deleteBoard, getBoard, patchBoard, postBoard } from '#shared/boards/boards.ts';
import type { QueryOf } from '#shared/core/endpoint.ts';
import { call, endpointQuery } from '#web/core/api.ts';

type BoardId = Board['boardId'];

/** A board with everything it shows, in one request. */
export const boardQuery = (boardId: BoardId, query: QueryOf<typeof getBoard>) =>
  queryOptions({
    ...endpointQuery(getBoard, { params: { boardId }, query }),
    placeholderData: keepPreviousData,
  });

const arranging = ['arrange a board'];

const isBoardKey = (key: unknown): boolean => typeof key === 'string' && key.startsWith('/api/boards/');

/** What a person does with boards; they are read anew after each. */
export function useBoardChanges(shown: ReturnType<typeof boardQuery>['queryKey']) {
  const client = useQueryClient();
  const mustRead = useRef(false);
  const readAnew = () => client.invalidateQueries({ predicate: ({ queryKey }) => isBoardKey(queryKey[0]) });
  const inCache = (change: (answer: BoardAnswer) => BoardAnswer) =>
    client.setQueryData<BoardAnswer>(shown, (answer) => answer && change(answer));
  return {
    copy: useMutation({
      mutationFn: (board: { boardId: string; name: string; copyOf: BoardId }) => call(postBoard, { body: board }),
      onSettled: readAnew,
    }),
    rename: useMutation({
      mutationFn: ({ board, name }: { board: Board; name: string }) =>
        call(patchBoard, { params: { boardId: board.boardId }, body: { version: board.version, name } }),
      onSettled: readAnew,
    }),
    remove: useMutation({
      mutationFn: ({ boardId, version }: Board) => call(deleteBoard, { params: { boardId }, body: { version } }),
      onSuccess: readAnew,
    }),
    /** One after the other, each upon the version that the one before made; what only moves or goes is shown at once. */
    arrange: useMutation({
      mutationKey: arranging,
      scope: { id: 'board' },
      mutationFn: ({ boardId, widgets }: { boardId: BoardId; widgets: string[] }) =>
        call(patchBoard, { params: { boardId }, body: { version: client.getQueryData(shown)?.board.version ?? 1, widgets } }),
      onMutate: async ({ widgets }) => {
        // An answer from before the change would take it back on the page.
        const wasReading = client.isFetching({ queryKey: shown }) > 0;
        await client.cancelQueries({ queryKey: shown });
        inCache((answer) => ({
          ...answer,
          board: { ...answer.board, widgets },
          widgets: widgets.flatMap((key) => answer.widgets.find((widget) => widget.key === key) ?? []),
        }));
        return { wasReading };
      },
      onSuccess: (board) => {
        inCache((answer) => ({ ...answer, board: { ...answer.board, version: board.version } }));
        // With other filters or weeks it is remembered as it was; it is read again when somebody goes back there.
        return client.invalidateQueries({
          predicate: ({ queryKey: [key] }) => isBoardKey(key) && key !== shown[0],
          refetchType: 'none',
        });
      },
      onSettled: (_, error, { widgets }, started) => {
        const known = client.getQueryData(shown)?.widgets.map(({ key }) => key) ?? [];
        const isComplete = error === null && started?.wasReading === false && widgets.every((key) => known.includes(key));
        mustRead.current ||= !isComplete;
        // While another change waits, an answer would take that one back on the page.
        if (client.isMutating({ mutationKey: arranging }) > 1 || !mustRead.current) return undefined;
        mustRead.current = false;
        return readAnew();
      },
    }),
  };
}
