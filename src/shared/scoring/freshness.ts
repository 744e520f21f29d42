import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { freshnessSchema } from '#shared/core/jobs/freshness.ts';
import { jobTroubleSchema } from '#shared/core/jobs/job-troubles.ts';

export const getFreshness = endpoint({
  method: 'GET',
  path: '/api/freshness',
  summary: 'When scores, usage and benchmarks were last made, and which scheduled work was not done',
  response: freshnessSchema.extend({
    troubles: z.array(jobTroubleSchema),
    /** The replica that some figures are read from; null without one. While it is not used, all are read from the primary. */
    replica: z.strictObject({ secondsBehind: z.number().nullable(), isUsed: z.boolean() }).nullable(),
  }),
});
