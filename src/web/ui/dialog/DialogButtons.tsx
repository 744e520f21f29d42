import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  onClose: () => void;
  /** Action buttons of the dialog. */
  children: ReactNode;
}

/** Footer of a dialog: a Cancel button, followed by the action buttons. */
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
