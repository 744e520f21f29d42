import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { freshnessSchema } from '#shared/core/jobs/freshness.ts';

/** What a failed run makes older than it should be. */
export const freshKinds = ['officialWeekEnd', 'provisionalAt', 'usageAt', 'benchmarksAt'] as const;
export type FreshKind = (typeof freshKinds)[number];

export const getFreshness = endpoint({
  method: 'GET',
  path: '/api/freshness',
  summary: 'When scores, usage and benchmarks were last made',
  response: freshnessSchema.extend({
    /** What could not be made anew the last time, although it was tried. */
    failed: z.array(z.enum(freshKinds)),
    /** The replica that some figures are read from; null without one. While it is not used, all are read from the primary. */
    replica: z.strictObject({ secondsBehind: z.number().nullable(), isUsed: z.boolean() }).nullable(),
  }),
});
