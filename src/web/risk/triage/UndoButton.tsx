import { Button, Kbd } from '@mantine/core';
import type { UndoLastTriage } from './use-undo-last.ts';

/**
 * Button that returns to the previous customer and undoes its outcome or snooze. Renders nothing
 * for the first customer.
 */
export function UndoButton({
  undo: { word, go, isPending },
  variant,
}: {
  undo: UndoLastTriage;
  variant: 'default' | 'subtle';
}) {
  if (word === undefined) return null;
  return (
    <Button
      variant={variant}
      color="gray"
      loading={isPending}
      onClick={go}
      rightSection={<Kbd aria-hidden>u</Kbd>}
    >
      {word}
    </Button>
  );
}
