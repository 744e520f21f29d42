import { ModalStackContext } from '@mantine/core';
import { use, useEffect, useRef } from 'react';

/**
 * Removes a dialog from its stack when it unmounts while open; otherwise the stack would still
 * treat it as the top dialog for key presses.
 */
export function useLeaveStack(stackId: string): void {
  const stack = use(ModalStackContext);
  const leave = useRef<() => void>(undefined);
  leave.current = () => stack?.removeModal(stackId);
  useEffect(() => () => leave.current?.(), []);
}
