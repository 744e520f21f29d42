import { z } from 'zod';
import { countSchema } from './endpoint.ts';
import { byProduct, type ProductKey, products } from './products.ts';
import { type HealthTier, type SizeTier, type TierLimits, tierLimitsSchema } from './tiers.ts';

/**
 * Scoring settings of administrators; each official week keeps the version it was computed with.
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
  /** Percent change within which a score counts as flat. */
  flatBand: z.number(),
  /** Number of declining weeks from which a customer is at risk. */
  decliningWeeksAtRisk: countSchema,
  /** Minimum measurable share of the entitled weight, 0–1. */
  minimumCoverage: z.number(),
  /** Weight of each top-level product; 1 when left out. */
  weights: byProduct(z.number().positive()),
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
 * Tolerance for comparing scores and percentages with limits. They are sums of fractions, so
 * floating-point errors could put an exact 75 below 75.
 */
export const comparisonTolerance = 1e-9;

/**
 * Returns the tier of an unrounded score in percent of benchmark, by the limits it was computed
 * with; `null` is an unmeasurable score.
 */
export function tierOf(score: number | null, limits: TierLimits): HealthTier {
  if (score === null) return 'Unknown';
  if (score >= limits.healthyFrom - comparisonTolerance) return 'Healthy';
  return score >= limits.mediumFrom - comparisonTolerance ? 'Medium' : 'Critical';
}

/**
 * Returns the target of customers in a tier as a multiple of the benchmark: the lower limit of the
 * next tier, or of Healthy for Healthy customers.
 */
export function targetMultiplierOf(
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
export function weightOf(product: ProductKey, rules: Pick<HealthRules, 'weights'>): number {
  return products[product].parent === undefined ? (rules.weights[product] ?? 1) : 0;
}
