import { ModalStackContext } from '@mantine/core';
import { use, useEffect, useRef } from 'react';

/**
 * Removes a dialog from the dialog stack when it unmounts while open. Otherwise the stack would
 * keep sending it key presses.
 */
export function useRemoveFromDialogStack(stackId: string): void {
  const stack = use(ModalStackContext);
  const leave = useRef<() => void>(undefined);
  leave.current = () => stack?.removeModal(stackId);
  useEffect(() => () => leave.current?.(), []);
}
