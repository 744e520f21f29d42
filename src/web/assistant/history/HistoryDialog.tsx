import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type ConversationRow,
  deleteConversation,
  deleteConversations,
  getConversation,
  historyLimits,
} from '#shared/assistant/conversations.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText } from '#shared/core/words.ts';
import { call } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { conversationsQuery } from './data.ts';
import classes from './history.module.css';

interface Properties {
  /** Id of the conversation on the page. */
  currentId: string;
  onReopen: (stored: ResponseOf<typeof getConversation>) => void;
  /** Called when the conversation on the page was deleted. */
  onCurrentDeleted: () => void;
  onClose: () => void;
}

/** The user's conversations, newest first, to reopen or delete. */
export function HistoryDialog({ currentId, onReopen, onCurrentDeleted, onClose }: Properties) {
  useFocusBack();
  const conversations = useQuery(conversationsQuery);
  const [deleted, setDeleted] = useState<ConversationRow | 'all'>();
  const reopen = useMutation({
    mutationFn: (conversationId: string) => call(getConversation, { params: { conversationId } }),
    onSuccess: (stored) => {
      onReopen(stored);
      onClose();
    },
    onError: (error) => notifyFailure('Couldn’t open the conversation', error),
  });
  const { data: rows, error } = conversations;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Deleting a conversation removes its focused button.
    if (rows !== undefined && document.activeElement === document.body) content.current?.focus();
  }, [rows]);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title="Your conversations"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm" ref={content} tabIndex={-1} className={classes.content}>
          <Text size="sm" c="dimmed">
            Only you can see your conversations. Answers aren’t stored: in a reopened conversation,
            answers with lists and figures are computed again. For other answers, click “Ask again”.
          </Text>
          {error !== null && (
            <ErrorState
              title="Couldn’t load your conversations"
              error={error}
              onRetry={() => void conversations.refetch()}
            />
          )}
          {rows === undefined && error === null && (
            <LoadingSkeleton label="Loading your conversations">
              <Skeleton h={160} />
            </LoadingSkeleton>
          )}
          {rows?.length === 0 && (
            <Text size="sm">No conversations yet. Ask a question to start one.</Text>
          )}
          {rows !== undefined && rows.length > 0 && (
            <>
              <ul className={classes.conversations}>
                {rows.map((row) => (
                  <Entry
                    key={row.conversationId}
                    row={row}
                    isCurrent={row.conversationId === currentId}
                    onOpen={() => reopen.mutate(row.conversationId)}
                    onDelete={() => setDeleted(row)}
                  />
                ))}
              </ul>
              <Group justify="space-between">
                <Text size="xs" c="dimmed">
                  {rows.length === historyLimits.conversations &&
                    `Your last ${historyLimits.conversations} conversations are shown.`}
                </Text>
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  onClick={() => setDeleted('all')}
                >
                  Delete all
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </Modal>
      {deleted !== undefined && (
        <DeleteDialog
          deleted={deleted}
          onDeleted={() => {
            if (deleted === 'all' || deleted.conversationId === currentId) onCurrentDeleted();
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

function Entry({
  row,
  isCurrent,
  onOpen,
  onDelete,
}: {
  row: ConversationRow;
  isCurrent: boolean;
  onOpen: () => void;
  onDelete: () => void;
}) {
  const momentText = useMomentFormatter();
  return (
    <li>
      <button
        type="button"
        className={classes.open}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className={classes.title}>{row.title}</span>
        <span className={classes.facts}>
          {countText(row.turns, 'question')} · {momentText(row.lastUsedAt)}
          {isCurrent && ' · open now'}
        </span>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Delete ${row.title}`}
        onClick={onDelete}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function DeleteDialog({
  deleted,
  onDeleted,
  onClose,
}: {
  deleted: ConversationRow | 'all';
  onDeleted: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const isAll = deleted === 'all';
  const remove = useMutation({
    mutationFn: async () => {
      if (isAll) await call(deleteConversations, { body: {} });
      else
        await call(deleteConversation, {
          params: { conversationId: deleted.conversationId },
          body: {},
        });
    },
    onSuccess: () => {
      onDeleted();
      onClose();
    },
    onError: (error) =>
      notifyFailure(
        isAll ? 'Couldn’t delete your conversations' : 'Couldn’t delete the conversation',
        error,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      title={isAll ? 'Delete all conversations?' : 'Delete this conversation?'}
      text={
        isAll
          ? 'This deletes all your questions and ratings. You can’t undo it.'
          : `This deletes “${deleted.title}” with its questions and ratings. You can’t undo it.`
      }
      button={isAll ? 'Delete conversations' : 'Delete conversation'}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
