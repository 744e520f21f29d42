import { usageText } from '#shared/benchmarks/words.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { PeerGroupLevel } from '#shared/core/tiers.ts';
import { signedText } from '#shared/list/column.ts';

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

export const peerGroupLevelLabels: Record<PeerGroupLevel, string> = {
  tier_and_type: 'size and type',
  tier: 'size',
  all: 'all customers',
};
