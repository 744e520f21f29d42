import { z } from 'zod';
import { createListAnswerSchema, endpoint, idInUrlSchema } from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { peerGroupLevelSchema, sizeTierSchema } from '#shared/core/tiers.ts';
import { benchmarkSchema } from '#shared/health/benchmarks.ts';

export const benchmarkRowSchema = z.strictObject({
  product: productKeySchema,
  sizeTier: sizeTierSchema,
  /**
   * Benchmark of the size tier, or of all institutions when the tier is too small; `null` when both
   * are too small.
   */
  group: benchmarkSchema.nullable(),
  /** Number of the group's institutions that are no longer customers. */
  leftSince: z.int(),
  /** Number of peers in the size tier itself. */
  sizeTierInstitutions: z.int(),
  /**
   * Counts the entitled, measured institutions of the size tier by their peer group: same size tier
   * and practice type, same size tier, or all institutions. `nobody` counts the institutions
   * without a peer group.
   */
  comparedWith: z.strictObject({
    tier_and_type: z.int(),
    tier: z.int(),
    all: z.int(),
    nobody: z.int(),
  }),
  /**
   * Change from the benchmark four official weeks earlier; `null` when that week has no benchmark.
   */
  change: z
    .strictObject({
      before: z.number(),
      /**
       * Change as a percentage of the earlier benchmark; `null` when that benchmark was 0 or either
       * group is too small.
       */
      percent: z.number().nullable(),
      peerLevelBefore: peerGroupLevelSchema,
    })
    .nullable(),
});
export type BenchmarkRow = z.output<typeof benchmarkRowSchema>;

export const benchmarkCauses = ['usage', 'members', 'level', 'rules'] as const;
export const benchmarkChangeSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  product: productKeySchema,
  sizeTier: sizeTierSchema,
  peerLevel: peerGroupLevelSchema,
  peerLevelBefore: peerGroupLevelSchema,
  benchmark: z.number(),
  before: z.number(),
  /** Percent change; `null` when the earlier benchmark was 0. */
  percent: z.number().nullable(),
  cause: z.enum(benchmarkCauses),
  /**
   * The change as a sum of two parts. `usage`: effect of the peers present in both weeks.
   * `members`: effect of peers that joined or left. `null` when the peer level or the rules
   * changed.
   */
  parts: z.strictObject({ usage: z.number(), members: z.number() }).nullable(),
  joined: z.int(),
  left: z.int(),
});
export type BenchmarkChange = z.output<typeof benchmarkChangeSchema>;

export const getBenchmarkTable = endpoint({
  method: 'GET',
  path: '/api/benchmarks/table',
  summary: 'Benchmark of each product and size tier, with its change over four weeks',
  response: createListAnswerSchema(benchmarkRowSchema).extend({
    /** `null` before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    /** Saturday of the earlier week of the comparison; `null` when that week was not closed. */
    comparedWeekEndDate: z.iso.date().nullable(),
    minimumPeers: z.int(),
  }),
});

export const getBenchmarkChanges = endpoint({
  method: 'GET',
  path: '/api/benchmarks/changes',
  summary:
    'Log of benchmarks that moved from one official week to the next, newest first, with causes',
  response: createListAnswerSchema(benchmarkChangeSchema),
});

export const distributionCustomerSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /**
   * Usage, per measured location when the product is compared per location; `null` when `missing`
   * is set.
   */
  value: z.number().nullable(),
  usage: z.number().nullable(),
  measuredLocations: z.int(),
  /**
   * Percentage of the group with lower usage than the customer; equal usage counts half. `null`
   * when `missing` is set or the group is too small.
   */
  percentile: z.number().nullable(),
  inGrace: z.boolean(),
  /** Reason why the customer has no position in the distribution; `null` when it has one. */
  missing: z.enum(['not scored', 'not sold', 'silent feed']).nullable(),
});
export type DistributionCustomer = z.output<typeof distributionCustomerSchema>;

export const getBenchmarkDistribution = endpoint({
  method: 'GET',
  path: '/api/benchmarks/distribution',
  summary:
    'Distribution of a product’s usage in the last official week: among a size tier, a customer’s own peers or all institutions',
  query: z.object({
    product: productKeySchema,
    sizeTier: sizeTierSchema.optional(),
    institutionId: idInUrlSchema.optional(),
  }),
  response: z.strictObject({
    weekEndDate: z.iso.date().nullable(),
    /** `null` when the group has fewer than five institutions. */
    group: benchmarkSchema.nullable(),
    /** Bins of equal width from 0; the last is open-ended. Empty when the group is too small. */
    bins: z.array(
      z.strictObject({ from: z.number(), to: z.number().nullable(), institutions: z.int() }),
    ),
    customer: distributionCustomerSchema.nullable(),
  }),
});
