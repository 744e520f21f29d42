import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Buttons of actions with the rows that they act on in words. */
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
