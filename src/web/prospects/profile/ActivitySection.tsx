import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxProspectNoteLength, postProspectNote } from '#shared/prospects/changes.ts';
import type { ProspectActivity } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { call } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { DraftNotice } from '#web/ui/draft/DraftNotice.tsx';
import { useDraft } from '#web/ui/draft/use-draft.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refetchProspects } from '../data.ts';
import { UndoMergeButton } from '../merge/UndoMergeButton.tsx';

interface Properties {
  prospect: ListedProspect;
  activity: readonly ProspectActivity[];
}

/** Notes and changes of a prospect, newest first, with a form for a new note. */
export function ActivitySection({ prospect, activity }: Properties) {
  const momentText = useMomentFormatter();
  return (
    <Paper p="md" data-guide="prospect-activity">
      <Title order={2} size="h4" mb="xs">
        Activity
      </Title>
      <NoteForm key={prospect.prospectId} prospectId={prospect.prospectId} />
      <Stack gap="sm" mt="md">
        {activity.length === 0 && (
          <Text size="sm" c="dimmed">
            No activity yet. Add a note to start.
          </Text>
        )}
        {activity.map(({ at, by, text, isNote, mergeId }) => (
          <div key={`${at} ${text}`}>
            <Text size="xs" c="dimmed">
              {by.name}, {momentText(at)}
            </Text>
            <Text
              size="sm"
              fs={isNote ? undefined : 'italic'}
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {text}
            </Text>
            {mergeId !== undefined && <UndoMergeButton mergeId={mergeId} />}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

function NoteForm({ prospectId }: { prospectId: number }) {
  const [body, setBody] = useState('');
  const draft = useDraft({
    purpose: `prospect note ${prospectId}`,
    fields: { body },
    onRestore: (fields) => setBody(fields.body ?? ''),
  });
  const client = useQueryClient();
  const once = useIdempotencyId();
  const add = useMutation({
    mutationFn: (text: string) =>
      call(postProspectNote, {
        params: { prospectId },
        body: { noteId: once.idFor(text), body: text },
      }),
    onSuccess: () => {
      once.done();
      draft.done();
      setBody('');
      return refetchProspects(client);
    },
  });
  const isEmpty = body.trim() === '';
  return (
    <form onSubmit={createSubmitHandler(() => !isEmpty && !add.isPending && add.mutate(body))}>
      <Stack gap="xs">
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={maxProspectNoteLength}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <SendError error={add.error} />
        <DraftNotice draft={draft} noun="note" />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={add.isPending} disabled={isEmpty}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
