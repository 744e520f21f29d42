import { Alert, Button, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { type BoardAnswer, boardLimits } from '#shared/boards/boards.ts';
import { planQuery } from '#web/assistant/data.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { type boardQuery, type PinTarget, useBoardMutations } from './data.ts';

/** Value of the choice for a new board. */
const newBoard = 'new';

interface Properties {
  plan: SentPlan;
  boards: BoardAnswer['boards'];
  queryKey: ReturnType<typeof boardQuery>['queryKey'];
  /** Called with the id of the board that has the answer. */
  onPinned: (boardId: string) => void;
  onClose: () => void;
}

/** Dialog that pins an answer of the assistant to a board of the user. */
export function PinDialog({ plan, boards, queryKey, onPinned, onClose }: Properties) {
  useFocusBack();
  const { idFor } = useIdempotencyId();
  const { pin } = useBoardMutations(queryKey);
  const own = boards.filter(({ isOwn }) => isOwn);
  const [boardId, setBoardId] = useState<string>(own[0]?.boardId ?? newBoard);
  const [name, setName] = useState('Pinned answers');
  const { data: outcome, error, refetch } = useQuery(planQuery(plan));
  const newName = name.trim();
  const isReady = outcome?.kind === 'answer' && (boardId !== newBoard || newName !== '');
  function save() {
    if (!isReady || pin.isPending) return;
    const target: PinTarget =
      boardId === newBoard
        ? { boardId: idFor({ newName, plan }), newName }
        : { boardId, newName: null };
    pin.mutate({ ...target, plan }, { onSuccess: () => onPinned(target.boardId) });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Pin answer to a board"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(save)}>
        <Stack>
          {outcome === undefined && error === null && (
            <LoadingSkeleton label="Loading the answer">
              <Skeleton h={20} />
            </LoadingSkeleton>
          )}
          {outcome === undefined && error !== null && (
            <ErrorState
              title="Couldn’t load the answer"
              error={error}
              onRetry={() => void refetch()}
            />
          )}
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
          <SendError error={pin.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={pin.isPending} disabled={!isReady}>
              Pin answer
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
