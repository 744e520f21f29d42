import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Group of action buttons with a label that names their rows, such as 'For this ticket'. */
export function ActionGroup({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group gap={6} role="group" aria-label={text}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Group>
  );
}
