import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import { useLayeredClose } from '../dialog/use-layered-close.ts';
import { SendError } from '../sending/SendError.tsx';
import { submitHandler } from '../sending/sending.ts';

interface Save {
  label: string;
  onSave: () => void;
}

interface Properties {
  title: string;
  size: 'lg' | 'xl';
  /** Returns `true` when the fields can be saved, and otherwise shows their errors. */
  validate?: () => boolean;
  /** Save buttons, the default one last; empty for a user who may only read. */
  saves: readonly Save[];
  /** Disables the save buttons, for example until a test has run. */
  isBlocked?: boolean;
  sending: { isPending: boolean; error: Error | null };
  onClose: () => void;
  children: ReactNode;
}

/**
 * Dialog for editing an object with several fields and versions. A refused save moves the focus to
 * the first field with an error. The dialog stays open when the server refuses, for example because
 * another user saved a newer version.
 */
export function EditorDialog({
  title,
  size,
  validate,
  saves,
  isBlocked = false,
  sending,
  onClose,
  children,
}: Properties) {
  useFocusBack();
  const close = useLayeredClose(onClose, { isForm: true });
  const form = useRef<HTMLFormElement>(null);

  const saveBy = (save: Save | undefined) => () => {
    if (save === undefined || isBlocked || sending.isPending) return;
    if (validate?.() !== false) return save.onSave();
    setTimeout(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
    );
  };

  return (
    <Modal
      opened
      onClose={close}
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
    >
      <form ref={form} noValidate onSubmit={submitHandler(saveBy(saves.at(-1)))}>
        <Stack gap="md">
          {children}
          <SendError error={sending.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {saves.length === 0 ? 'Close' : 'Cancel'}
            </Button>
            {saves.map((save, at) => {
              const isDefault = at === saves.length - 1;
              return (
                <Button
                  key={save.label}
                  type={isDefault ? 'submit' : 'button'}
                  variant={isDefault ? 'filled' : 'default'}
                  loading={sending.isPending}
                  disabled={isBlocked}
                  onClick={isDefault ? undefined : saveBy(save)}
                >
                  {save.label}
                </Button>
              );
            })}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
