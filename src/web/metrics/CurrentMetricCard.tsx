import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { guideFiguresQuery } from './data.ts';
import { MetricCard } from './MetricCard.tsx';

/** Definition of a metric under the current rules. */
export function CurrentMetricCard(properties: Omit<ComponentProps<typeof MetricCard>, 'rules'>) {
  const settings = useQuery(guideFiguresQuery);
  return settings.isPending ? (
    <Skeleton h={140} />
  ) : (
    <MetricCard {...properties} rules={settings.data?.rules} />
  );
}
