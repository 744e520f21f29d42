import { Stack, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import {
  maxOutcomeNoteLength,
  type RiskOutcomeKind,
  riskOutcomeKinds,
} from '#shared/work/cases.ts';
import { isTextInput } from '#web/ui/is-text-input.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import type { RiskMenuProperties } from '../menu-properties.ts';
import { OutcomeChoices } from './OutcomeChoices.tsx';
import { useRecordOutcome } from './risk-work.ts';

/**
 * Form to record an outcome for at-risk customers, with an optional note. An outcome is selected by
 * click or number key.
 */
export function OutcomeForm(properties: RiskMenuProperties) {
  const [note, setNote] = useState('');
  const record = useRecordOutcome(properties);
  const submitOutcome = (outcome: RiskOutcomeKind) => {
    if (!record.isPending) record.mutate({ outcome, note });
  };
  function handleKey(event: KeyboardEvent) {
    const outcome = riskOutcomeKinds[Number(event.key) - 1];
    if (
      outcome === undefined ||
      isTextInput(event.target) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    submitOutcome(outcome);
  }
  return (
    <Stack gap="sm" onKeyDown={handleKey}>
      <Textarea
        label="Note"
        description="Saved with the outcome"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxOutcomeNoteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <OutcomeChoices isBusy={record.isPending} onChoose={submitOutcome} />
      <SendError error={record.error} />
    </Stack>
  );
}
