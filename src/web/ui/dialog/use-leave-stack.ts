import { ModalStackContext } from '@mantine/core';
import { use, useEffect, useRef } from 'react';

/** A dialog that is taken away while it is open leaves its stack too, which would otherwise keep the keyboard for it. */
export function useLeaveStack(stackId: string): void {
  const stack = use(ModalStackContext);
  const leave = useRef<() => void>(undefined);
  leave.current = () => stack?.removeModal(stackId);
  useEffect(() => () => leave.current?.(), []);
}
