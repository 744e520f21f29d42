import { CloseButton, Group, Popover, Text } from '@mantine/core';
import { useId } from 'react';
import type { RiskRow } from '#shared/risk/rows.ts';
import { PopoverAnchor } from '#web/ui/PopoverAnchor.tsx';
import { PriorityFactors } from './PriorityFactors.tsx';

interface Properties {
  row: RiskRow;
  /** Button with the dollar amount, next to which the popover opens. */
  opener: HTMLElement;
  onClose: () => void;
}

/** Popover with the factors of a row's priority. All rows share one popover. */
export function PriorityPopover({ row, opener, onClose }: Properties) {
  const title = useId();
  const close = () => {
    opener.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Popover
      opened
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <PopoverAnchor element={opener} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={title} maw="calc(100vw - 24px)">
        <Group justify="space-between" wrap="nowrap">
          <Text id={title} size="sm" fw={600}>
            At stake: {row.institutionName}
          </Text>
          <CloseButton size="sm" aria-label="Close" onClick={close} />
        </Group>
        <PriorityFactors row={row} />
      </Popover.Dropdown>
    </Popover>
  );
}
