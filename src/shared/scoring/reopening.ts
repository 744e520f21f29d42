import { z } from 'zod';
import { weekday } from '#shared/core/dates.ts';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { jobRunSchema } from '#shared/core/jobs/job-runs.ts';

/** Job that rescores closed weeks. */
export const reopeningJobName = 'scores.reopen';

export const maxReopeningReasonLength = 300;

export const reopeningSchema = z.strictObject({
  /** Client-generated id, so that a repeated request creates one reopening. */
  reopeningId: z.uuid(),
  fromWeek: z.iso
    .date()
    .refine((day) => weekday(day) === 0, 'must be a Sunday, the first day of a week'),
  reason: textSchema
    .trim()
    .min(1, 'is required')
    .max(maxReopeningReasonLength, `must have at most ${maxReopeningReasonLength} characters`),
});

export const postReopening = endpoint({
  method: 'POST',
  path: '/api/scoring/reopenings',
  summary: 'Rescore official weeks with today’s data; the previous versions are archived',
  role: 'admin',
  body: reopeningSchema,
  response: jobRunSchema,
});
