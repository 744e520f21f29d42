import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, weekStartOf } from '#shared/core/dates.ts';
import { maxReopeningReasonLength, postReopening } from '#shared/scoring/reopening.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { RequestJobDialog } from './RequestJobDialog.tsx';

/** Dialog that reopens all closed weeks from a selected week onward. */
export function ReopenWeeksDialog({ onClose }: { onClose: () => void }) {
  const once = useIdempotencyId();
  const today = useToday();
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const fromWeek = day === '' ? '' : weekStartOf(day);
  return (
    <RequestJobDialog
      title="Reopen closed weeks"
      text="Rescores every official week from the chosen week on, with current data. Earlier versions are kept with the reason."
      button="Reopen weeks"
      ask={() =>
        call(postReopening, {
          body: { reopeningId: once.idFor({ fromWeek, reason }), fromWeek, reason },
        })
      }
      onClose={onClose}
    >
      <TextInput
        type="date"
        label="Any day of the first week"
        description={
          fromWeek === ''
            ? 'Weeks start on Sunday.'
            : `Rescoring starts with the week of ${fromWeek} to ${addDays(fromWeek, 6)}.`
        }
        value={day}
        max={today}
        required
        data-autofocus
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        label="Reason"
        placeholder="For example, late usage"
        value={reason}
        maxLength={maxReopeningReasonLength}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </RequestJobDialog>
  );
}
