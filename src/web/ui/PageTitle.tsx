import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuideButton } from '#web/guides/GuideButton.tsx';

interface Properties {
  children: ReactNode;
  size?: 'h1' | 'h2' | 'h3';
  className?: string | undefined;
}

/** A page's name, and its guide beside it. */
export function PageTitle({ children, size = 'h2', className }: Properties) {
  return (
    <Group gap={4} wrap="nowrap" align="center">
      <Title order={1} size={size} className={className} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Title>
      <GuideButton />
    </Group>
  );
}
