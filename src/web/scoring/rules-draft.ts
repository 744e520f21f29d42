import type { ProductKey } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';

/**
 * Returns the weights with a changed product weight. Omits a weight of 1, so that equal rules have
 * equal JSON.
 */
export function replaceProductWeight(
  weights: HealthRules['weights'],
  product: ProductKey,
  weight: number,
): HealthRules['weights'] {
  const { [product]: _, ...others } = weights;
  return weight === 1 ? others : { ...others, [product]: weight };
}

const canonicalJson = (rules: HealthRules): string =>
  JSON.stringify([
    Object.entries({ ...rules, sizeTierFrom: 0, weights: 0 }).sort(),
    Object.entries(rules.sizeTierFrom).sort(),
    Object.entries(rules.weights)
      .filter(([, weight]) => weight !== 1)
      .sort(),
  ]);

export const isSameRules = (one: HealthRules, other: HealthRules): boolean =>
  canonicalJson(one) === canonicalJson(other);
