import { Badge, Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';

/** The folded legend. */
export function LegendButton({ unplottableCount, onOpen }: { unplottableCount: number; onOpen: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconStack2 size={16} aria-hidden />}
      rightSection={
        unplottableCount > 0 && (
          <Badge size="sm" variant="light" aria-label={`${unplottableCount} not on the map`}>
            {unplottableCount.toLocaleString('en-US')}
          </Badge>
        )
      }
      onClick={onOpen}
    >
      Legend
    </Button>
  );
}
