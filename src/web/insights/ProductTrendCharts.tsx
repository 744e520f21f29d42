import { Stack, Text } from '@mantine/core';
import type { InsightsProductUsage } from '#shared/insights/insights.ts';
import { describeGaps } from '#shared/insights/words.ts';
import {
  computeProductLabelWidth,
  ProductUsageChart,
} from '#web/health/usage/ProductUsageChart.tsx';

/**
 * Chart of each product's weekly usage over the peers' range, with the reasons for weeks without
 * data.
 */
export function ProductTrendCharts({ figures }: { figures: readonly InsightsProductUsage[] }) {
  const plots = figures.map((figure) => {
    const { product, weeks } = figure;
    return { usage: { product, weeks, entitled: true }, notes: describeGaps(figure) };
  });
  const labelWidth = Math.max(0, ...plots.map(({ usage }) => computeProductLabelWidth(usage)));
  return (
    <Stack gap="lg">
      {plots.map(({ usage, notes }) => (
        <div key={usage.product}>
          <ProductUsageChart usage={usage} labelWidth={labelWidth} order={3} />
          {notes.map((note) => (
            <Text key={note} size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}
