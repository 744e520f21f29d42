import { Modal } from '@mantine/core';
import type { Day } from '#shared/core/dates.ts';
import type { DayRow } from '#shared/day/day.ts';
import { dayItemName, isHiddenBySnooze } from '#shared/day/rules.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SnoozeFields } from '#web/work/cases/SnoozeFields.tsx';

interface Properties {
  row: DayRow;
  opener: Element | null;
  onSnooze: (until: Day, reason: string) => void;
  onClose: () => void;
}

/** Dialog that snoozes all work of a row until a day. */
export function SnoozeDialog({ row, opener, onSnooze, onClose }: Properties) {
  useFocusBack(opener);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Snooze ${dayItemName(row)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
      centered
    >
      <SnoozeFields
        description={
          row.items.some(isHiddenBySnooze)
            ? 'All work of this row returns on this day. The risk case returns earlier if the health tier falls.'
            : 'All work of this row returns on this day.'
        }
        isBusy={false}
        isSending={false}
        onSnooze={(until, reason) => {
          onSnooze(until, reason);
          onClose();
        }}
      />
    </Modal>
  );
}
