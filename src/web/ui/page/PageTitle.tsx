import { Group, Title } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { PageTitleButtonContext } from './page-title-button.ts';

interface Properties {
  children: ReactNode;
  size?: 'h1' | 'h2' | 'h3';
  className?: string | undefined;
}

export function PageTitle({ children, size = 'h2', className }: Properties) {
  return (
    <Group gap={4} wrap="nowrap" align="center">
      <Title order={1} size={size} className={className} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Title>
      {use(PageTitleButtonContext)}
    </Group>
  );
}
