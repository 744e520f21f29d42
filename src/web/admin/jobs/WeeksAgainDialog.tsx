import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, weekStartOf } from '#shared/core/dates.ts';
import { longestReopeningReason, postReopening } from '#shared/scoring/reopening.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { useOnceId } from '#web/ui/sending/sending.ts';
import { AskDialog } from './AskDialog.tsx';

/** Dialog that reopens closed weeks from a week on. */
export function WeeksAgainDialog({ onClose }: { onClose: () => void }) {
  const once = useOnceId();
  const today = useToday();
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const fromWeek = day === '' ? '' : weekStartOf(day);
  return (
    <AskDialog
      title="Make closed weeks again"
      text="Every official week from this one on is scored again from what is known today. The versions before are kept with the reason."
      button="Make them again"
      ask={() => call(postReopening, { body: { reopeningId: once.idFor({ fromWeek, reason }), fromWeek, reason } })}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label="A day of the first week"
        description={fromWeek === '' ? 'A week begins on its Sunday.' : `From the week of ${fromWeek} to ${addDays(fromWeek, 6)} on.`}
        value={day}
        max={today}
        required
        data-autofocus
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        label="Reason"
        placeholder="Such as usage that came late"
        value={reason}
        maxLength={longestReopeningReason}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
