import { z } from 'zod';
import { countSchema } from './endpoint.ts';
import { createByProductSchema, type ProductKey, products } from './products.ts';
import { type HealthTier, type SizeTier, type TierLimits, tierLimitsSchema } from './tiers.ts';

/**
 * Scoring rules set by administrators. Each official week keeps the version with which it was
 * scored.
 */
export const healthRulesSchema = z.strictObject({
  ...tierLimitsSchema.shape,
  /** Minimum number of locations of each size tier. */
  sizeTierFrom: z.strictObject({
    Medium: countSchema,
    Large: countSchema,
    Enterprise: countSchema,
  }),
  /** Minimum number of institutions in a peer group. */
  minimumPeers: countSchema,
  /** Length of the grace period after go-live, in days. */
  graceDays: countSchema,
  /** Score change in percent, in either direction, within which a score counts as flat. */
  flatBand: z.number(),
  /** Number of consecutive declining weeks at which a customer is at risk. */
  decliningWeeksAtRisk: countSchema,
  /**
   * Minimum measurable share of the entitled products' weight, 0–1; below it, the tier is Unknown.
   */
  minimumCoverage: z.number(),
  /** Weight of each top-level product; a missing product has weight 1. */
  weights: createByProductSchema(z.number().positive()),
});

export type HealthRules = z.output<typeof healthRulesSchema>;

export const defaultHealthRules: HealthRules = {
  healthyFrom: 75,
  mediumFrom: 50,
  sizeTierFrom: { Medium: 2, Large: 6, Enterprise: 21 },
  minimumPeers: 20,
  graceDays: 90,
  flatBand: 5,
  decliningWeeksAtRisk: 3,
  minimumCoverage: 0.6,
  weights: {},
};

/**
 * Tolerance for comparing scores and percentages with limits. Scores are sums of fractions, and a
 * floating-point error could put an exact 75 below 75.
 */
export const comparisonTolerance = 1e-9;

/**
 * Returns the tier of an unrounded score in percent of benchmark. `limits` are those of the week in
 * which the score was computed. A `null` score, which could not be measured, is Unknown.
 */
export function healthTierOf(score: number | null, limits: TierLimits): HealthTier {
  if (score === null) return 'Unknown';
  if (score >= limits.healthyFrom - comparisonTolerance) return 'Healthy';
  return score >= limits.mediumFrom - comparisonTolerance ? 'Medium' : 'Critical';
}

/**
 * Returns the target of a tier as a multiple of the benchmark. It is the lower limit of the next
 * higher tier. For Healthy customers, it is the lower limit of Healthy.
 */
export function computeTierTargetMultiplier(
  tier: HealthTier,
  { mediumFrom, healthyFrom }: TierLimits,
): number {
  return (tier === 'Medium' || tier === 'Healthy' ? healthyFrom : mediumFrom) / 100;
}

export function sizeTierOf(locations: number, from: HealthRules['sizeTierFrom']): SizeTier {
  if (locations >= from.Enterprise) return 'Enterprise';
  if (locations >= from.Large) return 'Large';
  return locations >= from.Medium ? 'Medium' : 'Small';
}

/** Returns the weight of a product in the adoption score; 0 for sub-products. */
export function productWeight(product: ProductKey, rules: Pick<HealthRules, 'weights'>): number {
  return products[product].parent === undefined ? (rules.weights[product] ?? 1) : 0;
}
