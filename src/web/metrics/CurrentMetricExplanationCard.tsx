import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { guideFiguresQuery } from './data.ts';
import { MetricExplanationCard } from './MetricExplanationCard.tsx';

/** Definition of a metric under the current rules. */
export function CurrentMetricExplanationCard(
  properties: Omit<ComponentProps<typeof MetricExplanationCard>, 'rules'>,
) {
  const settings = useQuery(guideFiguresQuery);
  return settings.isPending ? (
    <Skeleton h={140} />
  ) : (
    <MetricExplanationCard {...properties} rules={settings.data?.rules} />
  );
}
