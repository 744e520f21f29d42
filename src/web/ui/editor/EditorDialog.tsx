import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useCloseIgnoringNestedEscape } from '../dialog/use-close-ignoring-nested-escape.ts';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import { SendError } from '../sending/SendError.tsx';
import { createSubmitHandler } from '../sending/sending.ts';

interface Save {
  label: string;
  onSave: () => void;
}

interface Properties {
  title: string;
  size: 'lg' | 'xl';
  /** Returns `true` when the fields are valid. Otherwise shows their errors and returns `false`. */
  validate?: () => boolean;
  /** Save buttons, with the default button last. Empty for a user who may only read. */
  saves: readonly Save[];
  /** `true` disables the save buttons, for example until a test has run. */
  isBlocked?: boolean;
  sending: { isPending: boolean; error: Error | null };
  onClose: () => void;
  children: ReactNode;
}

/**
 * Dialog for editing a versioned object. When fields are invalid, the focus moves to the first
 * field with an error. When the server rejects the save, for example because another user saved a
 * newer version, the dialog stays open.
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
  const close = useCloseIgnoringNestedEscape(onClose, { isForm: true });
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
      <form ref={form} noValidate onSubmit={createSubmitHandler(saveBy(saves.at(-1)))}>
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
