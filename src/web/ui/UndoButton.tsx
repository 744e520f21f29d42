import { Button } from '@mantine/core';
import { useRef } from 'react';
import { restoreFocus } from './restore-focus.ts';

/**
 * Undo button of a toast. Because it disappears with the toast, a click returns the focus to the
 * element that had it before.
 */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const before = useRef<Element | null>(null);
  return (
    <Button
      size="compact-sm"
      variant="light"
      flex="none"
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget;
      }}
      onClick={() => {
        restoreFocus(before.current);
        onUndo();
      }}
    >
      Undo
    </Button>
  );
}
