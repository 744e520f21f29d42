import { CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './map.module.css';

interface Properties {
  title: string;
  summary: string;
  onClose?: (() => void) | undefined;
  /** Stays in place while the list below it scrolls. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A panel beside the map; on a phone, a sheet over its lower half. */
export function SidePanel({ title, summary, onClose, tools, children }: Properties) {
  return (
    <Paper
      component="section"
      aria-label={title}
      withBorder
      shadow="md"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose?.();
      }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs" px="sm" pt="sm" pb={6}>
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {summary}
          </Text>
        </div>
        {onClose && <CloseButton aria-label={`Close ${title.toLowerCase()}`} onClick={onClose} />}
      </Group>
      {tools && <div className={styles.panelTools}>{tools}</div>}
      <div className={styles.panelBody}>{children}</div>
    </Paper>
  );
}
