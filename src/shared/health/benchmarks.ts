import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { createByProductSchema, productKeySchema } from '#shared/core/products.ts';
import { peerGroupLevelSchema, sizeTierSchema } from '#shared/core/tiers.ts';

export const benchmarkSchema = z.strictObject({
  product: productKeySchema,
  sizeTier: sizeTierSchema.nullable(),
  practiceType: z.string().nullable(),
  peerLevel: peerGroupLevelSchema,
  /** Median 28-day usage of the peers, per active location when `isPerLocation`. */
  benchmark: z.number(),
  quartileLow: z.number(),
  quartileHigh: z.number(),
  isPerLocation: z.boolean(),
  institutions: z.int(),
  locations: z.int(),
});

export type Benchmark = z.output<typeof benchmarkSchema>;

export const getBenchmarks = endpoint({
  method: 'GET',
  path: '/api/benchmarks',
  summary: 'The latest benchmarks of every peer group',
  response: z.strictObject({
    benchmarks: z.array(benchmarkSchema),
    /** Benchmark of each product across all customers. */
    overall: createByProductSchema(benchmarkSchema),
  }),
});
