import { Badge, Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';

/** Button that opens the legend. */
export function LegendButton({ unplottableCount, onOpen }: { unplottableCount: number | undefined; onOpen: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconStack2 size={16} aria-hidden />}
      rightSection={
        unplottableCount !== undefined &&
        unplottableCount > 0 && (
          <Badge size="sm" variant="light" tt="none">
            {unplottableCount.toLocaleString('en-US')} not on the map
          </Badge>
        )
      }
      onClick={onOpen}
    >
      Legend
    </Button>
  );
}
