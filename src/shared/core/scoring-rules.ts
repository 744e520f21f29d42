import { z } from 'zod';
import { countSchema } from './endpoint.ts';
import { byProduct, type ProductKey, products } from './products.ts';
import { type HealthTier, type SizeTier, type TierLimits, tierLimitsSchema } from './tiers.ts';

/** Everything about scoring that an administrator may set; each official week keeps the version it was made with. */
export const healthRulesSchema = z.strictObject({
  ...tierLimitsSchema.shape,
  /** Least locations of each size tier. */
  sizeTierFrom: z.strictObject({ Medium: countSchema, Large: countSchema, Enterprise: countSchema }),
  /** Fewest institutions a peer group needs. */
  minimumPeers: countSchema,
  /** Days after go-live in which a customer is in grace. */
  graceDays: countSchema,
  /** Percent change within which a score counts as flat. */
  flatBand: z.number(),
  /** Weeks of decline from which a customer is at risk. */
  decliningWeeksAtRisk: countSchema,
  /** Least share of the entitled weight that must be measurable, 0 to 1. */
  minimumCoverage: z.number(),
  /** Weight of each top-level product; a product left out weighs 1. */
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

/** Scores and percentages are sums of fractions: a limit counts as met within this much, so that an exact 75 is never missed by rounding noise. */
export const comparisonTolerance = 1e-9;

/** The tier of an unrounded score in percent of benchmark, by the limits it was made with; null is a score that could not be made. */
export function tierOf(score: number | null, limits: TierLimits): HealthTier {
  if (score === null) return 'Unknown';
  if (score >= limits.healthyFrom - comparisonTolerance) return 'Healthy';
  return score >= limits.mediumFrom - comparisonTolerance ? 'Medium' : 'Critical';
}

/** What customers of a tier are asked to reach, as a part of the benchmark: where the tier above begins, and Healthy's own start for Healthy. */
export function targetMultiplierOf(tier: HealthTier, { mediumFrom, healthyFrom }: TierLimits): number {
  return (tier === 'Medium' || tier === 'Healthy' ? healthyFrom : mediumFrom) / 100;
}

export function sizeTierOf(locations: number, from: HealthRules['sizeTierFrom']): SizeTier {
  if (locations >= from.Enterprise) return 'Enterprise';
  if (locations >= from.Large) return 'Large';
  return locations >= from.Medium ? 'Medium' : 'Small';
}

/** The weight of a product in the adoption score; sub-products have none. */
export function weightOf(product: ProductKey, rules: Pick<HealthRules, 'weights'>): number {
  return products[product].parent === undefined ? (rules.weights[product] ?? 1) : 0;
}
