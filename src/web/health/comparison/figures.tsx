import { Text } from '@mantine/core';
import { defaultHealthRules } from '#shared/health.ts';
import { percentChange } from '#shared/health-rules.ts';
import { type ProductKey, products } from '#shared/products.ts';
import { Change } from '#web/ui/Change.tsx';

/** Usage as people read it: whole uses, or dollars. */
export const usageText = (product: ProductKey, value: number): string =>
  `${products[product].unit === 'dollars' ? '$' : ''}${Math.round(value).toLocaleString('en-US')}`;

/** A change in percent; inside the flat band it is grey, because it says nothing. */
export function PercentChange({ from, to }: { from: number | null; to: number | null }) {
  const change = percentChange(from, to);
  if (change === null)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  if (Math.abs(change) > defaultHealthRules.flatBand) return <Change value={change} unit="%" digits={1} />;
  const size = Math.abs(change).toFixed(1);
  return (
    <Text span inherit c="dimmed">
      {size === '0.0' ? '±' : change < 0 ? '−' : '+'}
      {size}%
    </Text>
  );
}

/** A product score or a median of them in whole percent; '–' where there is none. */
export const scoreText = (score: number | null): string => (score === null ? '–' : `${Math.round(score)}%`);
