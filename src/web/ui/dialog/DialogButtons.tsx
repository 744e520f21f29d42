import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  onClose: () => void;
  /** The buttons of what the dialog does. */
  children: ReactNode;
}

/** How a dialog ends: Cancel, then what it does. */
export function DialogButtons({ onClose, children }: Properties) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
