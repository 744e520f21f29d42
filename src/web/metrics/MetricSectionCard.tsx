import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from './MetricInfo.tsx';

interface Properties {
  title: string;
  metric: MetricKey;
  children: ReactNode;
}

/** Card with a heading and the definition of its figures. */
export function MetricSectionCard({ title, metric, children }: Properties) {
  return (
    <Paper p="md" bg="var(--surface)" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title} <MetricInfo metric={metric} />
      </Title>
      {children}
    </Paper>
  );
}
