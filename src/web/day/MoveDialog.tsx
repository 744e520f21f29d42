import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { DayRow } from '#shared/day/day.ts';
import { dayItemName } from '#shared/day/rules.ts';
import { maxSnoozeDays } from '#shared/work/rules.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

interface Properties {
  row: DayRow;
  today: Day;
  opener: Element | null;
  onMove: (to: Day) => void;
  onClose: () => void;
}

/** Dialog for choosing the day to which a row is moved. */
export function MoveDialog({ row, today, opener, onMove, onClose }: Properties) {
  useFocusBack(opener);
  const [to, setTo] = useState(addDays(today, 2));
  const send = () => {
    if (to === '') return;
    onMove(to);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Move ${dayItemName(row)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Group align="flex-end" gap="xs">
          <TextInput
            type="date"
            label="To"
            value={to}
            min={addDays(today, 1)}
            max={addDays(today, maxSnoozeDays)}
            onChange={(event) => setTo(event.currentTarget.value)}
            required
            data-autofocus
            flex={1}
          />
          <Button type="submit">Move</Button>
        </Group>
      </form>
    </Modal>
  );
}
