import { Checkbox, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { DayRow, PlannedItem } from '#shared/day/day.ts';
import { dayItemName } from '#shared/day/rules.ts';
import {
  maxOutcomeNoteLength,
  type RiskOutcomeKind,
  riskOutcomeKinds,
} from '#shared/work/cases.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { isTextInput } from '#web/ui/is-text-input.ts';
import { OutcomeChoices } from '#web/work/cases/OutcomeChoices.tsx';

interface Properties {
  row: DayRow;
  opener: Element | null;
  onFinish: (finish: { outcome: RiskOutcomeKind; note: string; closed: PlannedItem[] }) => void;
  onClose: () => void;
}

const isClosable = ({ task, call }: PlannedItem): boolean => task !== null || call !== null;

/**
 * Dialog that finishes a customer's work with one outcome. Tasks and action items of the row are
 * closed with it, unless the user excludes them.
 */
export function FinishDialog({ row, opener, onFinish, onClose }: Properties) {
  useFocusBack(opener);
  const [note, setNote] = useState('');
  const closable = row.items.filter(isClosable);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  function finish(outcome: RiskOutcomeKind): void {
    onFinish({ outcome, note: note.trim(), closed: closable.filter(({ key }) => !kept.has(key)) });
    onClose();
  }
  function handleKey(event: KeyboardEvent): void {
    const outcome = riskOutcomeKinds[Number(event.key) - 1];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (outcome === undefined || hasModifier || isTextInput(event.target)) return;
    event.preventDefault();
    finish(outcome);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Finish ${dayItemName(row)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      <Stack gap="sm" onKeyDown={handleKey}>
        {closable.length > 0 && (
          <Stack gap={6} role="group" aria-label="Also close">
            <Text size="sm" fw={500}>
              Also close
            </Text>
            {closable.map(({ key, why, call }) => (
              <Checkbox
                key={key}
                label={call?.title ?? why}
                checked={!kept.has(key)}
                onChange={({ currentTarget: { checked } }) =>
                  setKept((before) =>
                    checked
                      ? new Set([...before].filter((each) => each !== key))
                      : new Set(before).add(key),
                  )
                }
              />
            ))}
          </Stack>
        )}
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
        <OutcomeChoices isBusy={false} onChoose={finish} />
      </Stack>
    </Modal>
  );
}
