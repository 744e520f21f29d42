import { Button, Group, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLayoutDashboard } from '@tabler/icons-react';
import { useState } from 'react';
import { type Board, type BoardAnswer, boardLimits } from '#shared/boards/boards.ts';
import { truncateText } from '#shared/core/words.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { NameDialog } from '#web/ui/dialog/NameDialog.tsx';
import { errorText } from '#web/ui/sending/error-text.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { type boardQuery, useBoardMutations } from './data.ts';

interface Properties {
  answer: BoardAnswer;
  queryKey: ReturnType<typeof boardQuery>['queryKey'];
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onOpen: (boardId: Board['boardId']) => void;
}

type Dialog =
  | { kind: 'none' }
  | { kind: 'copy'; boardId: string }
  | { kind: 'rename' }
  | { kind: 'delete' };

/** Menu that selects a board and has actions on the open board. */
export function BoardMenu({
  answer: { board, boards },
  queryKey,
  isEditing,
  onEdit,
  onOpen,
}: Properties) {
  const [dialog, setDialog] = useState<Dialog>({ kind: 'none' });
  const { copy, rename, remove } = useBoardMutations(queryKey);
  const close = () => setDialog({ kind: 'none' });
  const error = dialog.kind === 'copy' ? copy.error : rename.error;

  function startCopy() {
    copy.reset();
    setDialog({ kind: 'copy', boardId: crypto.randomUUID() });
  }
  function save(name: string) {
    if (dialog.kind === 'rename') rename.mutate({ board, name }, { onSuccess: close });
    if (dialog.kind !== 'copy') return;
    copy.mutate(
      { boardId: dialog.boardId, name, copyOf: board.boardId },
      {
        onSuccess: ({ boardId }) => {
          close();
          onOpen(boardId);
          onEdit(true);
        },
      },
    );
  }
  function discard() {
    remove.mutate(board, {
      onSuccess: () => {
        onEdit(false);
        onOpen('health');
      },
      onError: (error) => notifyFailure('Couldn’t delete the board', error),
      onSettled: close,
    });
  }

  const groups = [
    { label: 'Ready-made boards', of: boards.filter(({ isOwn }) => !isOwn) },
    { label: 'My boards', of: boards.filter(({ isOwn }) => isOwn) },
  ].filter(({ of }) => of.length > 0);
  return (
    <Group gap="xs" data-guide="board-menu">
      <Menu
        position="bottom-start"
        width={260}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconLayoutDashboard size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={260}
          >
            {board.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map(({ label, of }) => (
            <div key={label}>
              <Menu.Label>{label}</Menu.Label>
              {of.map(({ boardId, name }) => (
                <Menu.Item
                  key={boardId}
                  aria-current={boardId === board.boardId}
                  leftSection={
                    boardId === board.boardId ? (
                      <IconCheck size={14} aria-hidden />
                    ) : (
                      <span style={{ width: 14 }} />
                    )
                  }
                  onClick={() => onOpen(boardId)}
                >
                  {name}
                </Menu.Item>
              ))}
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={startCopy}>Copy this board…</Menu.Item>
          {board.isOwn && (
            <>
              <Menu.Item
                onClick={() => {
                  rename.reset();
                  setDialog({ kind: 'rename' });
                }}
              >
                Rename…
              </Menu.Item>
              <Menu.Item color="red" onClick={() => setDialog({ kind: 'delete' })}>
                Delete “{board.name}”…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {board.isOwn ? (
        <Button
          variant={isEditing ? 'filled' : 'default'}
          size="sm"
          onClick={() => onEdit(!isEditing)}
        >
          {isEditing ? 'Done' : 'Edit board'}
        </Button>
      ) : (
        <Button variant="subtle" size="sm" onClick={startCopy}>
          Copy this board
        </Button>
      )}
      {dialog.kind === 'delete' && (
        <ConfirmDialog
          title={`Delete “${board.name}”?`}
          text="You can’t undo this."
          button="Delete board"
          isPending={remove.isPending}
          onConfirm={discard}
          onClose={close}
        />
      )}
      {(dialog.kind === 'copy' || dialog.kind === 'rename') && (
        <NameDialog
          title={dialog.kind === 'copy' ? `Copy “${board.name}”` : `Rename “${board.name}”`}
          name={
            dialog.kind === 'copy'
              ? truncateText(`My ${board.name.toLowerCase()} board`, boardLimits.name)
              : board.name
          }
          longestName={boardLimits.name}
          button={dialog.kind === 'copy' ? 'Copy' : 'Rename'}
          isSaving={copy.isPending || rename.isPending}
          problem={error === null ? undefined : errorText(error)}
          onSave={save}
          onClose={close}
        />
      )}
    </Group>
  );
}
