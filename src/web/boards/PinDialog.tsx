import { Alert, Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentPlan } from '#shared/assistant/plan.ts';
import {
  type BoardAnswer,
  boardLimits,
  getBoard,
  patchBoard,
  postBoard,
} from '#shared/boards/boards.ts';
import { pinnedAnswerKey } from '#shared/boards/pinned-answers.ts';
import { planQuery } from '#web/assistant/data.ts';
import { call } from '#web/core/api.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { isBoardKey } from './data.ts';

const newBoard = 'new';

interface Properties {
  plan: SentPlan;
  boards: BoardAnswer['boards'];
  /** Called with the id of the board that has the answer. */
  onPinned: (boardId: string) => void;
  onClose: () => void;
}

/** Dialog that pins an answer of the assistant to a board of the user. */
export function PinDialog({ plan, boards, onPinned, onClose }: Properties) {
  useFocusBack();
  const client = useQueryClient();
  const own = boards.filter(({ isOwn }) => isOwn);
  const [boardId, setBoardId] = useState<string>(own[0]?.boardId ?? newBoard);
  const [name, setName] = useState('Pinned answers');
  const [newId] = useState(() => crypto.randomUUID());
  const { data: outcome } = useQuery(planQuery(plan));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      boardId === newBoard ? createBoard(newId, name.trim(), plan) : pin(boardId, plan),
    onSuccess: async (pinnedTo) => {
      await client.invalidateQueries({ predicate: ({ queryKey }) => isBoardKey(queryKey[0]) });
      onPinned(pinnedTo);
    },
  });
  const isReady = boardId !== newBoard || name.trim() !== '';
  return (
    <Modal
      opened
      onClose={onClose}
      title="Pin answer to a board"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(() => isReady && !isPending && mutate())}>
        <Stack>
          {outcome?.kind === 'answer' && <Text size="sm">{outcome.reading}</Text>}
          {outcome?.kind === 'refuse' && <Alert color="red">{outcome.reason}</Alert>}
          <Select
            label="Board"
            data-autofocus
            allowDeselect={false}
            value={boardId}
            data={[
              ...own.map((board) => ({ value: board.boardId, label: board.name })),
              { value: newBoard, label: 'New board' },
            ]}
            onChange={(value) => setBoardId(value ?? newBoard)}
          />
          {boardId === newBoard && (
            <TextInput
              label="Name"
              maxLength={boardLimits.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {error !== null && (
            <Alert color="red" role="alert" title="Couldn’t pin the answer">
              {errorText(error)}
            </Alert>
          )}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={isPending}
              disabled={!isReady || outcome?.kind !== 'answer'}
            >
              Pin answer
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Adds the answer to the end of a board, unless the board already has it. */
async function pin(boardId: string, plan: SentPlan): Promise<string> {
  const { board } = await call(getBoard, { params: { boardId }, query: {} });
  const key = pinnedAnswerKey(plan);
  if (!board.widgets.includes(key))
    await call(patchBoard, {
      params: { boardId },
      body: { version: board.version, widgets: [...board.widgets, key] },
    });
  return boardId;
}

/** Creates a board that contains only the answer. A repeated attempt uses the same board. */
async function createBoard(boardId: string, name: string, plan: SentPlan): Promise<string> {
  const { version } = await call(postBoard, { body: { boardId, name, copyOf: 'health' } });
  await call(patchBoard, {
    params: { boardId },
    body: { version, widgets: [pinnedAnswerKey(plan)] },
  });
  return boardId;
}
