import { Badge, Button, Group, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLayoutDashboard } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { type Board, type BoardAnswer, boardLimits, exportBoard } from '#shared/boards/boards.ts';
import { truncateText } from '#shared/core/words.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { type boardQuery, useBoardMutations } from './data.ts';

const NameDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/NameDialog.tsx')).NameDialog,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}));
const ShareDialog = lazy(async () => ({
  default: (await import('./ShareDialog.tsx')).ShareDialog,
}));

interface Properties {
  answer: BoardAnswer;
  queryKey: ReturnType<typeof boardQuery>['queryKey'];
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onOpen: (boardId: Board['boardId']) => void;
  /** Query of the export: filters and weeks of the board. */
  exportQuery: { filters: string; weeks: string };
}

type Dialog =
  | { kind: 'none' }
  | { kind: 'copy' | 'blank'; boardId: string }
  | { kind: 'rename' }
  | { kind: 'share' }
  | { kind: 'delete' };

const titles = {
  copy: (name: string) => `Copy “${name}”`,
  blank: () => 'New blank board',
  rename: (name: string) => `Rename “${name}”`,
};

/** Menu that selects a board and has actions on the open board. */
export function BoardMenu({
  answer,
  exportQuery,
  queryKey,
  isEditing,
  onEdit,
  onOpen,
}: Properties) {
  const { board, boards } = answer;
  const [dialog, setDialog] = useState<Dialog>({ kind: 'none' });
  const { copy, rename, share, remove } = useBoardMutations(queryKey);
  const close = () => setDialog({ kind: 'none' });
  const isNew = dialog.kind === 'copy' || dialog.kind === 'blank';
  const error = isNew ? copy.error : rename.error;

  function create(kind: 'copy' | 'blank') {
    copy.reset();
    setDialog({ kind, boardId: crypto.randomUUID() });
  }
  const startCopy = () => create('copy');
  function save(name: string) {
    if (dialog.kind === 'rename') rename.mutate({ board, name }, { onSuccess: close });
    if (dialog.kind !== 'copy' && dialog.kind !== 'blank') return;
    copy.mutate(
      { boardId: dialog.boardId, name, copyOf: dialog.kind === 'copy' ? board.boardId : null },
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

  async function savePicture() {
    try {
      const { downloadBoardPicture } = await import('./picture/download.ts');
      await downloadBoardPicture(answer);
    } catch (problem) {
      notifyFailure(
        'Couldn’t export the picture',
        problem instanceof Error ? problem : new Error(String(problem)),
      );
    }
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
          <Menu.Item onClick={() => create('blank')}>New blank board…</Menu.Item>
          <Menu.Item onClick={startCopy}>Copy this board…</Menu.Item>
          <Menu.Item
            component="a"
            download
            href={`${exportBoard.path}?${new URLSearchParams({ boardId: board.boardId, ...exportQuery })}`}
          >
            Export as CSV
          </Menu.Item>
          <Menu.Item onClick={() => void savePicture()}>Export as picture</Menu.Item>
          {board.isOwn && (
            <>
              <Menu.Item
                onClick={() => {
                  share.reset();
                  setDialog({ kind: 'share' });
                }}
              >
                {board.isShared ? 'Sharing…' : 'Share…'}
              </Menu.Item>
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
      {(board.isShared || board.ownerName !== null) && (
        <Badge variant="light" tt="none">
          {board.ownerName === null ? 'Shared' : `Shared by ${board.ownerName}, read-only`}
        </Badge>
      )}
      <Suspense>
        {dialog.kind === 'share' && (
          <ShareDialog
            board={board}
            isSaving={share.isPending}
            error={share.error}
            onShare={(isShared) => share.mutate({ board, isShared })}
            onClose={close}
          />
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
        {(isNew || dialog.kind === 'rename') && (
          <NameDialog
            title={titles[dialog.kind](board.name)}
            name={
              dialog.kind === 'copy'
                ? truncateText(`My ${board.name.toLowerCase()} board`, boardLimits.name)
                : dialog.kind === 'blank'
                  ? ''
                  : board.name
            }
            longestName={boardLimits.name}
            button={{ copy: 'Copy', blank: 'Create board', rename: 'Rename' }[dialog.kind]}
            isSaving={copy.isPending || rename.isPending}
            problem={error === null ? undefined : errorText(error)}
            onSave={save}
            onClose={close}
          />
        )}
      </Suspense>
    </Group>
  );
}
