import { CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from '../map.module.css';
import { useReturnFocus } from '../use-return-focus.ts';

interface Properties {
  title: string;
  summary: string;
  onClose?: (() => void) | undefined;
  /**
   * Element whose first button gets the focus when the panel closes and its opener no longer
   * exists.
   */
  returnTo?: RefObject<HTMLElement | null> | undefined;
  /** Controls above the list that stay in place while the list scrolls. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * Panel beside the map; on a phone, a sheet over its lower half. Takes the focus and returns it on
 * close.
 */
export function SidePanel({ title, summary, onClose, returnTo, tools, children }: Properties) {
  const panel = useRef<HTMLElement>(null);
  const closes = onClose !== undefined;
  useReturnFocus(panel, returnTo);
  useLayoutEffect(() => {
    if (closes) panel.current?.focus({ preventScroll: true });
  }, [closes]);
  return (
    <Paper
      component="section"
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      withBorder
      shadow="md"
      className={styles.panel}
    >
      <Group
        justify="space-between"
        align="flex-start"
        wrap="nowrap"
        gap="xs"
        px="sm"
        pt="sm"
        pb={6}
      >
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {summary}
          </Text>
        </div>
        {onClose && <CloseButton aria-label={`Close “${title}”`} onClick={onClose} />}
      </Group>
      {tools && <div className={styles.panelTools}>{tools}</div>}
      <div className={styles.panelBody}>{children}</div>
    </Paper>
  );
}
