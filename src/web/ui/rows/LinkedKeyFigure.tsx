import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListFilter } from '#shared/list/state.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from './RowsLink.tsx';

interface Properties {
  label: string;
  metric: MetricKey;
  filters: readonly ListFilter[];
  value: string;
  /** Description of the number, or its change, shown below it. */
  children: ReactNode;
}

/** Number that links to its rows in the list on the same page. */
export function LinkedKeyFigure({ label, metric, filters, value, children }: Properties) {
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <MetricInfo metric={metric} />
      </Group>
      <RowsLink filters={filters} fz={28} fw={650} c="inherit" of={label}>
        {value}
      </RowsLink>
      <Text size="xs" c="dimmed" component="div" mih={19}>
        {children}
      </Text>
    </Paper>
  );
}
