import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useFocusBack } from './use-focus-back.ts';

interface Properties {
  title: string;
  /** Text that explains the consequences of the action. */
  text: string;
  button: string;
  /** `true` for an action that can be undone, so that its button is not red. */
  isSafe?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation dialog for an action with consequences for others or without an undo. */
export function ConfirmDialog({
  title,
  text,
  button,
  isSafe = false,
  isPending,
  onConfirm,
  onClose,
}: Properties) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The header of a dialog over another dialog would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button {...(isSafe ? {} : { color: 'red.9' })} loading={isPending} onClick={onConfirm}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
