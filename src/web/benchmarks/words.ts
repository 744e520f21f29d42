import { type ProductKey, products } from '#shared/core/products.ts';
import type { PeerLevel } from '#shared/core/tiers.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';
import { signedText } from '#shared/list/column.ts';

const figures = [0, 1].map(
  (digits) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
);

/** Formats usage: dollars without decimals, and numbers of uses below 100 with one decimal. */
export function usageText(product: ProductKey, value: number): string {
  if (products[product].unit === 'dollars') return `$${figures[0]?.format(value)}`;
  return (
    (value !== 0 && value < 100 && !Number.isInteger(value) ? figures[1] : figures[0])?.format(
      value,
    ) ?? ''
  );
}

/** Formats a difference of usage with its sign. */
export function usageChangeText(product: ProductKey, value: number): string {
  const text = usageText(product, Math.abs(value));
  return `${value > 0 ? '+' : value < 0 ? '−' : '±'}${text}`;
}

/**
 * Formats a change of a benchmark with its sign. It has no color, because a moving benchmark is
 * neither good nor bad.
 */
export const benchmarkChangeText = (percent: number): string => signedText(percent, '%', 1);

/** Unit of usage, such as "uses per location in 28 days". */
export const usageUnitText = (product: ProductKey): string =>
  `${products[product].unit} per ${products[product].isPerLocation ? 'location' : 'customer'} in 28 days`;

/** Names the group, such as "Medium, Orthodontics". */
export function peerGroupText({
  sizeTier,
  practiceType,
}: Pick<Benchmark, 'sizeTier' | 'practiceType'>): string {
  const parts = [sizeTier, practiceType].filter((part) => part !== null);
  return parts.length === 0 ? 'all customers' : parts.join(', ');
}

export const peerLevelLabels: Record<PeerLevel, string> = {
  tier_and_type: 'size and type',
  tier: 'size',
  all: 'all customers',
};
