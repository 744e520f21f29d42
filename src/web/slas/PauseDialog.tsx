import { Button, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { countText } from '#shared/core/words.ts';
import { maxPauseNoteLength } from '#shared/slas/clocks.ts';
import { pauseReasonLabels, pauseReasons } from '#shared/slas/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { AffectedRowsNote } from '#web/work/AffectedRowsNote.tsx';
import { type ClockReference, clocksText, usePauseClocks } from './data.ts';

interface Properties {
  clocks: readonly ClockReference[];
  /** Number of clocks that the user selected, including clocks that can't be paused. */
  chosen?: number;
  /** Number of clocks that are already overdue. */
  overdue: number;
  /** Element that gets the focus when the dialog closes. */
  opener: Element | null;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

/** Dialog for pausing clocks with a reason. */
export function PauseDialog({
  clocks,
  chosen: chosenClocks = clocks.length,
  overdue,
  opener,
  onClose,
  onDone,
}: Properties) {
  useFocusBack(opener);
  const pause = usePauseClocks();
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');
  const reason = pauseReasons.find((each) => each === chosen);
  const isTooMany = clocks.length > maxBulkItems;
  function send(): void {
    if (reason === undefined || isTooMany) return;
    const onSuccess = () => {
      onDone?.();
      onClose();
    };
    pause.mutate({ clocks, reason, note }, { onSuccess });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Pause: ${clocksText(clocks)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      <AffectedRowsNote affected={clocks.length} chosen={chosenClocks} state="running" />
      {isTooMany ? (
        <Text size="sm">
          {countText(clocks.length, 'clock')} are selected. Select at most {maxBulkItems} clocks to
          pause them together.
        </Text>
      ) : (
        <Stack gap="sm" component="form" onSubmit={createSubmitHandler(send)}>
          <Text size="sm">
            Working time does not count until the {clocks.length === 1 ? 'clock is' : 'clocks are'}{' '}
            resumed.
            {overdue > 0 &&
              ` ${whichAreOverdue(overdue, clocks.length)} already overdue and will stay overdue.`}
          </Text>
          <Radio.Group
            label={
              <>
                Reason <MetricInfo metric="slaPause" />
              </>
            }
            value={chosen}
            onChange={setChosen}
          >
            <Stack gap={6} mt={6}>
              {pauseReasons.map((each, at) => (
                <Radio
                  key={each}
                  value={each}
                  label={pauseReasonLabels[each]}
                  data-autofocus={at === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Note"
            value={note}
            maxLength={maxPauseNoteLength}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button type="submit" loading={pause.isPending} disabled={reason === undefined}>
            Pause
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

function whichAreOverdue(overdue: number, of: number): string {
  if (of === 1) return 'The clock is';
  if (overdue === of) return 'All are';
  return overdue === 1 ? '1 of them is' : `${overdue} of them are`;
}
