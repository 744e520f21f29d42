import { type ProductKey, products } from '#shared/core/products.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';

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
