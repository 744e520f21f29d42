import { Stack } from '@mantine/core';
import type { Figure } from '#shared/insights/insights.ts';
import { labelWidthOf, ProductPlot } from '#web/health/usage/ProductPlot.tsx';

/** Each product's weeks, over what similar practices do. */
export function Trends({ figures }: { figures: readonly Figure[] }) {
  const usages = figures.map(({ product, weeks }) => ({ product, weeks, entitled: true }));
  const labelWidth = Math.max(0, ...usages.map(labelWidthOf));
  return (
    <Stack gap="lg">
      {usages.map((usage) => (
        <ProductPlot key={usage.product} usage={usage} labelWidth={labelWidth} order={3} />
      ))}
    </Stack>
  );
}
