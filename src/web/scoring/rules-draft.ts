import type { ProductKey } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';

/** A weight of 1 is not written down, so that rules which say the same are the same. */
export function withWeight(weights: HealthRules['weights'], product: ProductKey, weight: number): HealthRules['weights'] {
  const { [product]: _, ...others } = weights;
  return weight === 1 ? others : { ...others, [product]: weight };
}

const inOrder = (rules: HealthRules): string =>
  JSON.stringify([
    Object.entries({ ...rules, sizeTierFrom: 0, weights: 0 }).sort(),
    Object.entries(rules.sizeTierFrom).sort(),
    Object.entries(rules.weights)
      .filter(([, weight]) => weight !== 1)
      .sort(),
  ]);

export const isSameRules = (one: HealthRules, other: HealthRules): boolean => inOrder(one) === inOrder(other);
