import { Button, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays } from '#shared/core/dates.ts';
import { maxSavePlanLength, type Notice } from '#shared/notices/notices.ts';
import { useToday } from '#web/core/days.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { useRemoveFromDialogStack } from '#web/ui/dialog/use-remove-from-dialog-stack.ts';
import { DraftNotice } from '#web/ui/draft/DraftNotice.tsx';
import { useDraft } from '#web/ui/draft/use-draft.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { useSaveAttempt } from './data.ts';

const defaultDays = 14;
const stackId = 'save-attempt';

interface Properties {
  institutionId: number;
  institutionName: string;
  notice: Notice;
  onClose: () => void;
}

/** Dialog that records who tries to keep a leaving customer, until when and how. */
export function SaveAttemptDialog({ institutionId, institutionName, notice, onClose }: Properties) {
  useRemoveFromDialogStack(stackId);
  useFocusBack();
  const today = useToday();
  const { saveAttempt, leavesOn } = notice;
  const soon = addDays(today, defaultDays);
  const [owner, setOwner] = useState(saveAttempt?.owner ?? null);
  const [dueOn, setDueOn] = useState<string>(
    saveAttempt?.dueOn ?? (leavesOn < soon && leavesOn >= today ? leavesOn : soon),
  );
  const [plan, setPlan] = useState(saveAttempt?.plan ?? '');
  const draft = useDraft({
    purpose: `save attempt ${institutionId}`,
    fields: { plan, dueOn },
    onRestore: (fields) => {
      setPlan(fields.plan ?? '');
      setDueOn(fields.dueOn ?? '');
    },
  });
  const save = useSaveAttempt(institutionId, notice, () => {
    draft.done();
    onClose();
  });
  const isComplete = owner !== null && dueOn !== '' && plan.trim() !== '';
  const send = () =>
    owner !== null &&
    isComplete &&
    !save.isPending &&
    save.mutate({ ownerId: owner.id, dueOn, plan: plan.trim() });
  return (
    <Modal
      opened
      stackId={stackId}
      onClose={onClose}
      title={`Save attempt for ${institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          <PersonSelect label="Owner" value={owner} onChange={setOwner} />
          <TextInput
            type="date"
            label="Outcome known by"
            required
            min={today}
            value={dueOn}
            onChange={(event) => setDueOn(event.currentTarget.value)}
          />
          <Textarea
            label="Plan"
            description="What you offer, and to whom."
            required
            autosize
            minRows={3}
            maxLength={maxSavePlanLength}
            value={plan}
            onChange={(event) => setPlan(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            The customer’s renewal counts again in the forecast instead of as Lost. If the customer
            stays, withdraw the loss on the page Losses.
          </Text>
          <SendError error={save.error} />
          <DraftNotice draft={draft} noun="plan" />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={!isComplete}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
