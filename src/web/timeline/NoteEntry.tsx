import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineEntry } from '#shared/timeline/timeline.ts';
import { deleteNote, getNote, patchNote } from '#shared/work/notes.ts';
import { userQuery } from '#web/auth/data.ts';
import { call } from '#web/core/api.ts';
import { CollapsibleText } from '#web/ui/CollapsibleText.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { isConflictError, useWorkMutation } from '#web/work/data.ts';
import { NoteTextArea } from '#web/work/NoteForm.tsx';
import classes from './timeline.module.css';

interface Properties {
  institutionId: number;
  entry: TimelineEntry;
}

/** Note; its author can edit and delete it. */
export function NoteEntry({ institutionId, entry }: Properties) {
  const { data: user } = useQuery(userQuery);
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read');
  const read = () => setMode('read');
  if (mode === 'edit')
    return <NoteEditor institutionId={institutionId} entry={entry} onClose={read} />;
  return (
    <>
      <CollapsibleText text={entry.body ?? ''} isNote />
      {mode === 'delete' && (
        <DeleteQuestion institutionId={institutionId} entry={entry} onClose={read} />
      )}
      {mode === 'read' && user?.id === entry.actor?.id && (
        <Group gap={4} mt={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => setMode('edit')}>
            Edit
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setMode('delete')}>
            Delete
          </Button>
        </Group>
      )}
    </>
  );
}

interface OpenProperties extends Properties {
  onClose: () => void;
}

/** Editor of a note. On a conflict it shows the saved text above the user's draft. */
function NoteEditor({ institutionId, entry, onClose }: OpenProperties) {
  const noteId = entry.subjectId ?? '';
  const [body, setBody] = useState(entry.body ?? '');
  const [version, setVersion] = useState(entry.version ?? 0);
  const [savedText, setSavedText] = useState<string>();
  const save = useWorkMutation(
    () => call(patchNote, { params: { id: institutionId, noteId }, body: { version, body } }),
    () => [institutionId],
  );
  async function loadSaved(): Promise<void> {
    const now = await call(getNote, { params: { id: institutionId, noteId } });
    setSavedText(now.body);
    setVersion(now.version);
  }
  const send = () => {
    if (body.trim() === '' || save.isPending) return;
    save.mutate(undefined, {
      onSuccess: onClose,
      onError: (error) => {
        if (isConflictError(error)) void loadSaved();
      },
    });
  };
  return (
    <Stack gap="xs" component="form" onSubmit={createSubmitHandler(send)}>
      {savedText !== undefined && (
        <Alert color="yellow" title="This note has changed since you opened it" role="alert">
          <Text size="sm" className={classes.body ?? ''}>
            {savedText}
          </Text>
          <Text size="sm" mt="xs">
            Your text is still below. Save again to replace the text above.
          </Text>
        </Alert>
      )}
      <NoteTextArea label="Edit note" value={body} onChange={setBody} onSend={send} />
      {save.error && !isConflictError(save.error) && <SendError error={save.error} />}
      <Group gap="xs">
        <Button
          type="submit"
          size="compact-sm"
          loading={save.isPending}
          disabled={body.trim() === ''}
        >
          Save
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

function DeleteQuestion({ institutionId, entry, onClose }: OpenProperties) {
  const remove = useWorkMutation(
    () =>
      call(deleteNote, {
        params: { id: institutionId, noteId: entry.subjectId ?? '' },
        body: { version: entry.version ?? 0 },
      }),
    () => [institutionId],
  );
  return (
    <Stack gap={4} mt={4}>
      <Group gap="xs">
        <Text size="sm">Delete this note?</Text>
        <Button
          size="compact-sm"
          color="red.9"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete note
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
      <SendError error={remove.error} />
    </Stack>
  );
}
