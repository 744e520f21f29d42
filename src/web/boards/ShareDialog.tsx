import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Board } from '#shared/boards/boards.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { CopyTextButton } from '#web/ui/CopyTextButton.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';

interface Properties {
  board: Board;
  isSaving: boolean;
  error: Error | null;
  onShare: (isShared: boolean) => void;
  onClose: () => void;
}

/** Dialog that shares a board with the company by link, or stops sharing it. */
export function ShareDialog({ board, isSaving, error, onShare, onClose }: Properties) {
  useFocusBack();
  const link = `${window.location.origin}${paths.dashboard}?board=${board.boardId}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Share “${board.name}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          {board.isShared
            ? 'Everyone in the company who is signed in can open this board by its link. Only you can change it.'
            : 'Share this board to let everyone in the company open it by its link. Only you can change it, and you can stop sharing at any time.'}
        </Text>
        {board.isShared && (
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label="Link"
              readOnly
              value={link}
              flex={1}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyTextButton size="xs" text={link} label="Copy link" />
          </Group>
        )}
        <SendError error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            variant={board.isShared ? 'default' : 'filled'}
            loading={isSaving}
            onClick={() => onShare(!board.isShared)}
          >
            {board.isShared ? 'Stop sharing' : 'Share board'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
