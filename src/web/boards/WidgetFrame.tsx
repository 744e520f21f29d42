import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetData } from '#shared/boards/boards.ts';
import classes from './boards.module.css';

interface Properties {
  kind: WidgetData['kind'];
  title: string;
  /** Definition of the figure. */
  info?: ReactNode;
  /** Controls of the widget that edit mode shows. */
  controls: ReactNode;
  children: ReactNode;
}

/** Frame of a widget with its title and controls. */
export function WidgetFrame({ kind, title, info, controls, children }: Properties) {
  const isFigure = kind === 'figure';
  return (
    <Paper
      p="md"
      bg="var(--surface)"
      component="section"
      className={classes.widget}
      data-kind={kind}
      aria-label={title}
    >
      <Group
        justify="space-between"
        wrap="nowrap"
        align="flex-start"
        gap="xs"
        mb={isFigure ? 2 : 'sm'}
      >
        <Title
          order={2}
          size={isFigure ? 'sm' : 'h5'}
          fw={isFigure ? 400 : 650}
          c={isFigure ? 'dimmed' : 'inherit'}
        >
          {title} {info}
        </Title>
        {controls}
      </Group>
      {children}
    </Paper>
  );
}
