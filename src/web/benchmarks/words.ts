import { type ProductKey, products } from '#shared/core/products.ts';
import type { PeerLevel } from '#shared/core/tiers.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';
import { signedText } from '#shared/list/column.ts';

const figures = [0, 1].map((digits) => new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }));

/** Usage as it is shown: dollars whole, uses with one digit while they are few. */
export function usageText(product: ProductKey, value: number): string {
  if (products[product].unit === 'dollars') return `$${figures[0]?.format(value)}`;
  return (value !== 0 && value < 100 && !Number.isInteger(value) ? figures[1] : figures[0])?.format(value) ?? '';
}

/** A difference of usage with its sign. */
export function usageChangeText(product: ProductKey, value: number): string {
  const text = usageText(product, Math.abs(value));
  return `${value > 0 ? '+' : value < 0 ? '−' : '±'}${text}`;
}

/** A benchmark that moves is neither good nor bad: sign and size, without a colour. */
export const percentText = (percent: number): string => signedText(percent, '%', 1);

/** What usage is counted in, such as 'uses per location in 28 days'. */
export const unitText = (product: ProductKey): string =>
  `${products[product].unit} per ${products[product].isPerLocation ? 'location' : 'customer'} in 28 days`;

/** A group by what makes its members peers, such as 'Medium, Orthodontics'. */
export function groupText({ sizeTier, practiceType }: Pick<Benchmark, 'sizeTier' | 'practiceType'>): string {
  const parts = [sizeTier, practiceType].filter((part) => part !== null);
  return parts.length === 0 ? 'all customers' : parts.join(', ');
}

export const levelWords: Record<PeerLevel, string> = { tier_and_type: 'size and type', tier: 'size', all: 'all customers' };
