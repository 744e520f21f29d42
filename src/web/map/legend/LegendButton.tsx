import { Badge, Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { numberText } from '#shared/core/words.ts';

/** Button that opens the legend. */
export function LegendButton({
  unplottableCount,
  onOpen,
}: {
  unplottableCount: number | undefined;
  onOpen: () => void;
}) {
  return (
    <Button
      variant="default"
      leftSection={<IconStack2 size={16} aria-hidden />}
      rightSection={
        unplottableCount !== undefined &&
        unplottableCount > 0 && (
          <Badge size="sm" variant="light" tt="none">
            {numberText(unplottableCount)} not on the map
          </Badge>
        )
      }
      onClick={onOpen}
    >
      Legend
    </Button>
  );
}
