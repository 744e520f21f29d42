import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type SavedView, savedViewLimits } from '#shared/saved-views.ts';

interface Properties {
  /** undefined for a new one. */
  view: SavedView | undefined;
  isSaving: boolean;
  error: Error | null;
  onSave: (name: string, shared: boolean) => void;
  onClose: () => void;
}

export function SaveViewDialog({ view, isSaving, error, onSave, onClose }: Properties) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const isNamed = name.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isNamed && !isSaving) onSave(name.trim(), shared);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={view === undefined ? 'Save this view' : 'Rename or share'}
      size="sm"
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={savedViewLimits.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label="Share with everyone"
            description="Others see it under your name; only you and admins change it."
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          {error && (
            <Alert color="red" role="alert">
              {error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isNamed} loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
