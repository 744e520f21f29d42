import { Alert, Button, Group, List, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays } from '#shared/core/dates.ts';
import { maxDueDaysAhead, maxSnoozeDays } from '#shared/work/rules.ts';
import { maxTaskDetailsLength, maxTaskTitleLength, postTasks } from '#shared/work/tasks.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { useRemoveFromDialogStack } from '#web/ui/dialog/use-remove-from-dialog-stack.ts';
import { DraftNotice } from '#web/ui/draft/DraftNotice.tsx';
import { useDraft } from '#web/ui/draft/use-draft.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { customersLabel } from './customers.ts';
import { isConflictError, useWorkMutation } from './data.ts';
import { PersonSelect } from './PersonSelect.tsx';
import {
  type AnyTask,
  addProspectTask,
  changeTask,
  institutionIdsOf,
  readTask,
  type TaskSubject,
} from './task-calls.ts';
import {
  emptyTaskDraft,
  mergeTaskDrafts,
  otherChangesLines,
  type TaskDraft,
  taskDraftChanges,
  toTaskDraft,
} from './task-draft.ts';
import { useNotifyDone } from './use-notify-done.ts';

const stackId = 'task';

interface Properties {
  /** Customer or prospect of the task, or all customers for which a new task is added. */
  subject: TaskSubject;
  /** Task to edit; omitted for a new task. */
  task?: AnyTask;
  /** Initial values of a new task. */
  initial?: Partial<TaskDraft>;
  /**
   * Element that gets the focus when the dialog closes. The default is the element that has the
   * focus when the dialog opens.
   */
  opener?: Element | null;
  onClose: () => void;
  onDone?: () => void;
}

/**
 * Dialog to add a task for one or many customers or a prospect, or to edit a task. If another user changed the
 * task, the dialog lists the changes and keeps the draft.
 */
export function TaskEditor({ subject, task, initial, opener, onClose, onDone }: Properties) {
  const [base, setBase] = useState(task);
  const [draft, setDraft] = useState<TaskDraft>(
    task === undefined ? { ...emptyTaskDraft, ...initial } : toTaskDraft(task),
  );
  const [conflict, setConflict] = useState<{ who: string; lines: string[] }>();
  useRemoveFromDialogStack(stackId);
  useFocusBack(opener);
  const notifyDone = useNotifyDone();
  const institutionIds = institutionIdsOf(subject);
  const kept = useDraft({
    purpose: `task ${task?.taskId ?? ('prospect' in subject ? `prospect ${subject.prospect.prospectId}` : institutionIds.join())}`,
    fields: { title: draft.title, details: draft.details, dueOn: draft.dueOn ?? '' },
    onRestore: ({ title = '', details = '', dueOn = '' }) =>
      setDraft((before) => ({ ...before, title, details, dueOn: dueOn || null })),
  });
  const name =
    'prospect' in subject ? subject.prospect.prospectName : customersLabel(subject.customers);
  const today = useToday();
  const once = useIdempotencyId();
  const set = (change: Partial<TaskDraft>) => setDraft((before) => ({ ...before, ...change }));

  const save = useWorkMutation(
    async () => {
      if (base !== undefined) {
        await changeTask(base, {
          version: base.version,
          ...taskDraftChanges(toTaskDraft(base), draft),
        });
        return;
      }
      const { title, details, dueOn, assignee } = draft;
      const fields = { title, details, dueOn, assigneeId: assignee?.id ?? null };
      if ('prospect' in subject) {
        await addProspectTask(subject.prospect, { taskId: once.idFor(fields), ...fields });
        return;
      }
      const content = { ...fields, institutionIds };
      const taskId = once.idFor(content);
      await call(postTasks, { body: { taskId, ...content } });
      notifyDone({
        title: `Added task “${title.trim()}” for ${name}`,
        workId: taskId,
        institutionIds,
      });
    },
    () => institutionIds,
  );

  async function loadCurrent(before: AnyTask): Promise<void> {
    const now = await readTask(before);
    setConflict({
      who: now.updatedBy.name,
      lines: otherChangesLines(toTaskDraft(before), toTaskDraft(now)),
    });
    setDraft((typed) => mergeTaskDrafts(toTaskDraft(before), typed, toTaskDraft(now)));
    setBase(now);
  }

  const send = () => {
    if (draft.title.trim() === '' || save.isPending) return;
    setConflict(undefined);
    save.mutate(undefined, {
      onSuccess: () => {
        kept.done();
        onDone?.();
        onClose();
      },
      onError: (error) => {
        if (isConflictError(error) && base !== undefined) void loadCurrent(base);
      },
    });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      stackId={stackId}
      title={`${base === undefined ? 'New task' : 'Task'} for ${name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack gap="sm" component="form" onSubmit={createSubmitHandler(send)}>
        {conflict !== undefined && <Conflict {...conflict} />}
        <TextInput
          label="Task"
          value={draft.title}
          maxLength={maxTaskTitleLength}
          onChange={(event) => set({ title: event.currentTarget.value })}
          data-autofocus
          required
        />
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label="Due date"
            value={draft.dueOn ?? ''}
            min={today}
            max={addDays(today, maxDueDaysAhead)}
            onChange={(event) => set({ dueOn: event.currentTarget.value || null })}
          />
          <PersonSelect
            label="Assignee"
            value={draft.assignee}
            onChange={(assignee) => set({ assignee })}
          />
        </Group>
        <Textarea
          label="Details"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={maxTaskDetailsLength}
          value={draft.details}
          onChange={(event) => set({ details: event.currentTarget.value })}
        />
        {base?.status === 'open' && (
          <TextInput
            type="date"
            label="Snooze until"
            description="The task is hidden until this day"
            value={draft.snoozedUntil ?? ''}
            min={addDays(today, 1)}
            max={addDays(today, maxSnoozeDays)}
            onChange={(event) => set({ snoozedUntil: event.currentTarget.value || null })}
          />
        )}
        {save.error && !isConflictError(save.error) && <SendError error={save.error} />}
        <DraftNotice draft={kept} noun="task" />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={save.isPending} disabled={draft.title.trim() === ''}>
            {base === undefined ? 'Add task' : 'Save'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

function Conflict({ who, lines }: { who: string; lines: string[] }) {
  return (
    <Alert color="yellow" title={`${who} changed this task while you had it open`} role="alert">
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        Your text is still below. To overwrite the changes above, save again.
      </Text>
    </Alert>
  );
}
