import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { freshnessSchema } from '#shared/core/jobs/freshness.ts';
import { jobTroubleSchema } from '#shared/core/jobs/job-troubles.ts';

export const getFreshness = endpoint({
  method: 'GET',
  path: '/api/scoring/freshness',
  summary:
    'When scores, usage and benchmarks were last updated, and scheduled jobs that failed, were missed or are paused',
  response: freshnessSchema.extend({
    troubles: z.array(jobTroubleSchema),
    /**
     * Read replica used for some figures; `null` when none is configured. While `isUsed` is
     * `false`, all figures come from the primary.
     */
    replica: z
      .strictObject({ secondsBehind: z.number().nullable(), isUsed: z.boolean() })
      .nullable(),
  }),
});
