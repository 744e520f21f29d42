import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  onClose: () => void;
  /** Buttons of the dialog's actions. */
  children: ReactNode;
}

/** Footer of a dialog: Cancel, then its actions. */
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
