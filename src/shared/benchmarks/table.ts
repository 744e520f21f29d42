import { z } from 'zod';
import { endpoint, idInAddress, listAnswer } from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { peerLevelSchema, sizeTierSchema } from '#shared/core/tiers.ts';
import { benchmarkSchema } from '#shared/health/benchmarks.ts';

export const benchmarkRowSchema = z.strictObject({
  product: productKeySchema,
  sizeTier: sizeTierSchema,
  /** The size tier's own group, or all institutions where that is too small; null where even those are too few. */
  group: benchmarkSchema.nullable(),
  /** Of the group's institutions, those that are customers no more. */
  leftSince: z.int(),
  /** Peers in the size tier itself. */
  sizeTierInstitutions: z.int(),
  /** Entitled, measured institutions of the size tier by the group that each is compared with. */
  comparedWith: z.strictObject({ tier_and_type: z.int(), tier: z.int(), all: z.int(), nobody: z.int() }),
  /** Against four official weeks before; null where there was no benchmark. */
  change: z
    .strictObject({
      before: z.number(),
      /** In percent of the benchmark before; null where that was 0 or either group is too small. */
      percent: z.number().nullable(),
      peerLevelBefore: peerLevelSchema,
    })
    .nullable(),
});
export type BenchmarkRow = z.output<typeof benchmarkRowSchema>;

export const benchmarkCauses = ['usage', 'members', 'level', 'rules'] as const;
export const benchmarkChangeSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  product: productKeySchema,
  sizeTier: sizeTierSchema,
  peerLevel: peerLevelSchema,
  peerLevelBefore: peerLevelSchema,
  benchmark: z.number(),
  before: z.number(),
  /** null where the benchmark before was 0. */
  percent: z.number().nullable(),
  cause: z.enum(benchmarkCauses),
  /** What the members of both weeks did, and what coming and going did: they sum to the change. null where level or rules changed. */
  parts: z.strictObject({ usage: z.number(), members: z.number() }).nullable(),
  joined: z.int(),
  left: z.int(),
});
export type BenchmarkChange = z.output<typeof benchmarkChangeSchema>;

export const getBenchmarkTable = endpoint({
  method: 'GET',
  path: '/api/benchmark-table',
  summary: 'The benchmark of every product and size tier, and how it changed in four weeks',
  response: listAnswer(benchmarkRowSchema).extend({
    /** null before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    /** The Saturday compared with; null where that week was not closed. */
    comparedWeekEndDate: z.iso.date().nullable(),
    minimumPeers: z.int(),
  }),
});

export const getBenchmarkChanges = endpoint({
  method: 'GET',
  path: '/api/benchmark-changes',
  summary: 'The log of benchmarks that moved from one official week to the next, newest first, each with its cause',
  response: listAnswer(benchmarkChangeSchema),
});

export const distributionCustomerSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Per measured location where the product is compared so; null where it cannot be placed. */
  value: z.number().nullable(),
  usage: z.number().nullable(),
  measuredLocations: z.int(),
  /** Percent of the group that lies below, ties counted half; null where it cannot be placed or the group is too small. */
  percentile: z.number().nullable(),
  inGrace: z.boolean(),
  /** Why it cannot be placed. */
  missing: z.enum(['not scored', 'not sold', 'silent feed']).nullable(),
});
export type DistributionCustomer = z.output<typeof distributionCustomerSchema>;

export const getBenchmarkDistribution = endpoint({
  method: 'GET',
  path: '/api/benchmark-distribution',
  summary: 'How the peers of a product spread in the last official week: a size tier, a customer’s own peers, or all institutions',
  query: z.object({ product: productKeySchema, sizeTier: sizeTierSchema.optional(), institutionId: idInAddress.optional() }),
  response: z.strictObject({
    weekEndDate: z.iso.date().nullable(),
    /** null where the group has nobody. */
    group: benchmarkSchema.nullable(),
    /** Equal widths from 0; the last one has no end. Empty where the group is too small to be spread out. */
    bins: z.array(z.strictObject({ from: z.number(), to: z.number().nullable(), institutions: z.int() })),
    customer: distributionCustomerSchema.nullable(),
  }),
});
