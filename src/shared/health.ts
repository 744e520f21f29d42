import { z } from 'zod';
import { countSchema, endpoint, inAddress, institutionParams } from './endpoint.ts';
import { byProduct, productKeySchema } from './products.ts';

export const healthTiers = ['Healthy', 'Medium', 'Critical', 'Unknown'] as const;
export const healthTierSchema = z.enum(healthTiers);
export type HealthTier = z.output<typeof healthTierSchema>;

export const sizeTiers = ['Small', 'Medium', 'Large', 'Enterprise'] as const;
export const sizeTierSchema = z.enum(sizeTiers);
export type SizeTier = z.output<typeof sizeTierSchema>;

export const tierChangeSchema = z.enum(['up', 'down', 'flat']);
export const peerLevelSchema = z.enum(['tier_and_type', 'tier', 'all']);
export type PeerLevel = z.output<typeof peerLevelSchema>;

/** Everything about scoring that an administrator may set; each official week keeps the version it was made with. */
export const healthRulesSchema = z.strictObject({
  /** Percent of benchmark from which a customer is Healthy, and Medium. */
  healthyFrom: z.number(),
  mediumFrom: z.number(),
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

/** Shown product scores stop here; the adoption score counts each product up to 100. */
export const highestShownScore = 999;

/** The tier of an unrounded score in percent of benchmark; null is a score that could not be made. */
export function tierOf(score: number | null, rules: Pick<HealthRules, 'healthyFrom' | 'mediumFrom'> = defaultHealthRules): HealthTier {
  if (score === null) return 'Unknown';
  if (score >= rules.healthyFrom - comparisonTolerance) return 'Healthy';
  return score >= rules.mediumFrom - comparisonTolerance ? 'Medium' : 'Critical';
}

export function sizeTierOf(locations: number, from: HealthRules['sizeTierFrom'] = defaultHealthRules.sizeTierFrom): SizeTier {
  if (locations >= from.Enterprise) return 'Enterprise';
  if (locations >= from.Large) return 'Large';
  return locations >= from.Medium ? 'Medium' : 'Small';
}

/** What a tier's customers are asked to reach, as a part of the benchmark. */
export const targetMultipliers: Record<HealthTier, number> = { Critical: 0.5, Medium: 0.75, Healthy: 0.75, Unknown: 0.5 };

/** The four inputs of a score whose parts sum to its change, in points. */
export const scoreChangePartsSchema = z.strictObject({
  usage: z.number(),
  peers: z.number(),
  entitlements: z.number(),
  locations: z.number(),
});
export type ScoreChangeParts = z.output<typeof scoreChangePartsSchema>;

/** One step that would lift the adoption score, cheapest first. */
export const improvementSchema = z.strictObject({
  product: productKeySchema,
  /** Extra uses (dollars for payments) in 28 days and on each open day. */
  extraPer28Days: z.number(),
  extraPerOpenDay: z.number(),
  productScoreAfter: z.number(),
  adoptionScoreAfter: z.number(),
  healthTierAfter: healthTierSchema,
});
export type Improvement = z.output<typeof improvementSchema>;

export const institutionHealthSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  sizeTier: sizeTierSchema,
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  locationCount: z.int(),
  entitledFeatures: z.int(),
  activeFeatures: z.int(),
  previousScore: z.number().nullable(),
  previousHealthTier: healthTierSchema.nullable(),
  scoreChange: z.number().nullable(),
  percentChange: z.number().nullable(),
  tierChange: tierChangeSchema,
  hasZeroUsage: z.boolean(),
  consecutiveWeeksAtRisk: z.int(),
  consecutiveWeeksDeclining: z.int(),
  consecutiveWeeksImproving: z.int(),
  /** 28-day usage; dollars for payments. */
  featureUsage: byProduct(z.number()),
  previousFeatureUsage: byProduct(z.number()),
  /** Percent of benchmark, whole numbers up to 999; a product that could not be measured is left out. */
  featureScores: byProduct(z.number()),
  /** Percent change of the 28-day usage; null where there was none before. */
  featureChanges: byProduct(z.number().nullable()),
  featureEntitlements: byProduct(z.boolean()),
  /** null where nobody knows: it was there all the time. */
  institutionCreatedAt: z.iso.date().nullable(),
  weekStartDate: z.iso.date(),
  weekEndDate: z.iso.date(),
  totalTicketCount: z.int(),
  onlineBookingLink: z.string().nullable(),
  /** Percent of the entitled products that were used. */
  adoptionRate: z.number(),
  /** null, as tenure and go-live, where nobody knows when that was: it is long past grace. */
  monthsSinceGoLive: z.int().nullable(),
  /** In words, such as '2 years, 3 months'. */
  tenure: z.string().nullable(),
  practiceType: z.string().nullable(),
  goLiveDate: z.iso.date().nullable(),
  inGrace: z.boolean(),
  atRisk: z.boolean(),
  coverage: z.number(),
  /** null in the first scored week. */
  scoreChangeParts: scoreChangePartsSchema.nullable(),
  whyItMoved: z.string().nullable(),
  improvements: z.array(improvementSchema),
  /** The running week's score so far; never used for alerts. */
  provisional: z
    .strictObject({ adoptionScore: z.number().nullable(), healthTier: healthTierSchema, asOfDay: z.iso.date(), madeAt: z.iso.datetime() })
    .nullable(),
});
export type InstitutionHealth = z.output<typeof institutionHealthSchema>;

export const getHealthTrend = endpoint({
  method: 'GET',
  path: '/api/health-trends/institution/:id',
  summary: 'The official weeks of one institution, oldest first',
  params: institutionParams,
  query: z.object({ weeks: inAddress(z.int().min(1).max(104)).default(1) }),
  response: z.strictObject({ data: z.array(institutionHealthSchema) }),
});

export const benchmarkSchema = z.strictObject({
  product: productKeySchema,
  sizeTier: sizeTierSchema.nullable(),
  practiceType: z.string().nullable(),
  peerLevel: peerLevelSchema,
  /** The peers' median 28-day usage, per active location where isPerLocation. */
  benchmark: z.number(),
  quartileLow: z.number(),
  quartileHigh: z.number(),
  isPerLocation: z.boolean(),
  institutions: z.int(),
  locations: z.int(),
});
export type Benchmark = z.output<typeof benchmarkSchema>;

/** When each kind of figure was last made; null when it never was. */
export const freshnessSchema = z.strictObject({
  officialWeekEnd: z.iso.date().nullable(),
  scoresAt: z.iso.datetime().nullable(),
  provisionalAt: z.iso.datetime().nullable(),
  usageAt: z.iso.datetime().nullable(),
  benchmarksAt: z.iso.datetime().nullable(),
});
export type Freshness = z.output<typeof freshnessSchema>;

export const getBenchmarks = endpoint({
  method: 'GET',
  path: '/api/benchmarks',
  summary: 'The latest benchmarks of every peer group',
  response: z.strictObject({
    benchmarks: z.array(benchmarkSchema),
    /** Across all customers, per product: the figure that stands for 'an average practice'. */
    overall: byProduct(benchmarkSchema),
    freshness: freshnessSchema,
  }),
});

export const getWeeklyComparison = endpoint({
  method: 'GET',
  path: '/api/health-trends/weekly-comparison',
  summary: 'The last official week against the one before, and its benchmarks',
  response: z.strictObject({
    weekStartDate: z.iso.date().nullable(),
    previousWeekStartDate: z.iso.date().nullable(),
    institutions: z.int(),
    averageScore: z.number().nullable(),
    previousAverageScore: z.number().nullable(),
    tiers: z.record(healthTierSchema, z.strictObject({ current: z.int(), previous: z.int() })),
    benchmarks: byProduct(z.strictObject({ current: z.number(), previous: z.number().nullable(), institutions: z.int() })),
  }),
});

/** `target` is what the product table prints from: the check marker, 'Combined', or the 28-day usage to reach. */
export const goalMetMarker = '✓';
export const combinedMarker = 'Combined';
export const featureTargetSchema = z.strictObject({
  target: z.union([z.literal(goalMetMarker), z.literal(combinedMarker), z.number()]),
  benchmark: z.number().nullable(),
  isPerLocation: z.boolean(),
});
export type FeatureTarget = z.output<typeof featureTargetSchema>;
export const featureTargetsSchema = z.strictObject({
  featureTargets: byProduct(featureTargetSchema),
  targetMultiplier: z.number(),
  /** Active locations, as in the health record. */
  locationCount: z.int(),
  /** Those of them whose feed reported: targets are for these. */
  measuredLocations: z.int(),
});
export type FeatureTargets = z.output<typeof featureTargetsSchema>;

export const getFeatureTargets = endpoint({
  method: 'GET',
  path: '/api/feature-targets/:id',
  summary: 'What each product of one institution should reach next',
  params: institutionParams,
  response: featureTargetsSchema,
});
