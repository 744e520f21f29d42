import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import { maxNoteLength, postNote } from '#shared/work/notes.ts';
import { call } from '#web/core/api.ts';
import { DraftNotice } from '#web/ui/draft/DraftNotice.tsx';
import { useDraft } from '#web/ui/draft/use-draft.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { useWorkMutation } from './data.ts';

interface Properties {
  institutionId: number;
  onAdded?: () => void;
  autoFocus?: boolean;
}

/** Form to add a note. The text is kept until the note is saved. */
export function NoteForm({ institutionId, onAdded, autoFocus = false }: Properties) {
  const [body, setBody] = useState('');
  const draft = useDraft({
    purpose: `note ${institutionId}`,
    fields: { body },
    onRestore: (fields) => setBody(fields.body ?? ''),
  });
  const once = useIdempotencyId();
  const add = useWorkMutation(
    (text: string) =>
      call(postNote, {
        params: { id: institutionId },
        body: { noteId: once.idFor(text), body: text },
      }),
    () => [institutionId],
  );
  const send = () => {
    if (body.trim() === '' || add.isPending) return;
    add.mutate(body, {
      onSuccess: () => {
        once.done();
        draft.done();
        setBody('');
        onAdded?.();
      },
    });
  };
  return (
    <Stack gap="xs" component="form" onSubmit={createSubmitHandler(send)}>
      <NoteTextArea
        label="Note"
        value={body}
        onChange={setBody}
        onSend={send}
        autoFocus={autoFocus}
      />
      <SendError error={add.error} />
      <DraftNotice draft={draft} noun="note" />
      <Group justify="flex-end">
        <Button type="submit" size="xs" loading={add.isPending} disabled={body.trim() === ''}>
          Add note
        </Button>
      </Group>
    </Stack>
  );
}

interface TextProperties {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  autoFocus?: boolean;
}

export function NoteTextArea({
  label,
  value,
  onChange,
  onSend,
  autoFocus = false,
}: TextProperties) {
  const left = maxNoteLength - value.length;
  return (
    <Textarea
      aria-label={label}
      placeholder="What happened, what was discussed, next steps"
      autosize
      minRows={2}
      maxRows={14}
      value={value}
      data-autofocus={autoFocus || undefined}
      error={left < 0 ? `${numberText(-left)} characters too many` : undefined}
      description={
        left >= 0 && left < 2000 ? (
          <Text span inherit>{`${numberText(left)} characters left`}</Text>
        ) : undefined
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          event.preventDefault();
          onSend();
        }
      }}
    />
  );
}
