import { Group, Text } from '@mantine/core';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { metricNames } from '#web/metrics/metric-names.ts';

const isMetric = (key: string): key is MetricKey => key in metricNames;

/** Names of figures, each with a button for its definition. Unknown keys are left out. */
export function DefinitionLinks({ metrics }: { metrics: readonly string[] }) {
  const known = metrics.filter(isMetric);
  if (known.length === 0) return null;
  return (
    <Group gap="0 12px" align="baseline">
      <Text size="sm" c="dimmed">
        Definitions
      </Text>
      {known.map((metric) => (
        <Text key={metric} span size="sm">
          {metricNames[metric]} <MetricInfo metric={metric} />
        </Text>
      ))}
    </Group>
  );
}
