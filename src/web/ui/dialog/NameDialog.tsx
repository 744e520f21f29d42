import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { createSubmitHandler } from '../sending/sending.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface Properties {
  title: string;
  /** Initial name. */
  name: string;
  longestName: number;
  button: string;
  isSaving: boolean;
  /** Error of the last attempt to save. */
  problem: string | undefined;
  onSave: (name: string) => void;
  onClose: () => void;
  /** Additional form fields. */
  children?: ReactNode;
}

/** Dialog that asks for a required name. */
export function NameDialog({
  title,
  name: before,
  longestName,
  button,
  isSaving,
  problem,
  onSave,
  onClose,
  children,
}: Properties) {
  const [name, setName] = useState(before);
  useFocusBack();
  const isNamed = name.trim() !== '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(() => isNamed && !isSaving && onSave(name.trim()))}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={longestName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {children}
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <DialogButtons onClose={onClose}>
            <Button type="submit" disabled={!isNamed} loading={isSaving}>
              {button}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
