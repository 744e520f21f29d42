import { Button, Group, Paper, Text, Title, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { durationText } from '#shared/core/amount-words.ts';
import { countText } from '#shared/core/words.ts';
import type { DayRow } from '#shared/day/day.ts';
import { totalMinutes } from '#shared/day/rules.ts';
import classes from './day.module.css';

interface ShortListProperties {
  label: string;
  /** Number of rows before the user expands the list. */
  limit: number;
  rows: readonly DayRow[];
  render: (row: DayRow) => ReactNode;
}

/** List that shows its first rows until the user expands it. */
export function ShortList({ label, limit, rows, render }: ShortListProperties) {
  const [showsAll, setShowsAll] = useState(false);
  const isShort = !showsAll && rows.length > limit;
  return (
    <>
      <ol className={classes.list} aria-label={label}>
        {(isShort ? rows.slice(0, limit) : rows).map(render)}
      </ol>
      {isShort && (
        <Button variant="subtle" fullWidth mt="xs" onClick={() => setShowsAll(true)}>
          Show {countText(rows.length - limit, 'more row')}
        </Button>
      )}
    </>
  );
}

interface Properties {
  title: string;
  guide?: string;
  rows: readonly DayRow[];
  list: (rows: readonly DayRow[]) => ReactNode;
  isCollapsed: boolean;
  /** Text of a part without rows; such a part is left out by default. */
  whenEmpty?: string;
  /** Buttons for all rows of the part. */
  children?: ReactNode;
}

/** Part of the day below today's work, which the user can collapse. */
export function DayPart({
  title,
  guide,
  rows,
  list,
  isCollapsed,
  whenEmpty,
  children,
}: Properties) {
  const [opened, setOpened] = useState<boolean>();
  if (rows.length === 0 && whenEmpty === undefined) return null;
  const isOpen = opened ?? !isCollapsed;
  return (
    <Paper p={{ base: 'xs', sm: 'md' }} bg="var(--surface)" data-guide={guide}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {rows.length === 0
              ? whenEmpty
              : `${countText(rows.length, 'row')}, ${durationText(totalMinutes(rows))}`}
          </Text>
        </div>
        {rows.length > 0 && (
          <Group gap={6}>
            {children}
            <UnstyledButton
              className={classes.link}
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Hide' : 'Show'} ${title}`}
              onClick={() => setOpened(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'}
            </UnstyledButton>
          </Group>
        )}
      </Group>
      {isOpen && rows.length > 0 && (
        <ol className={classes.list} aria-label={title}>
          {list(rows)}
        </ol>
      )}
    </Paper>
  );
}
