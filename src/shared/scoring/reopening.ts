import { z } from 'zod';
import { weekday } from '#shared/core/dates.ts';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { jobRunSchema } from '#shared/core/jobs/job-runs.ts';

/** The job that makes weeks again. */
export const reopeningJob = 'scores.reopen';

export const longestReopeningReason = 300;

export const reopeningSchema = z.strictObject({
  /** Made by who asks, so that asking twice makes one. */
  reopeningId: z.uuid(),
  fromWeek: z.iso.date().refine((day) => weekday(day) === 0, 'must be a Sunday: a week is named by the day it begins on'),
  reason: textSchema.trim().min(1, 'must say why').max(longestReopeningReason, `must have at most ${longestReopeningReason} characters`),
});

export const postReopening = endpoint({
  method: 'POST',
  path: '/api/scores/reopenings',
  summary: 'Make official weeks again from today’s facts; the versions before are kept',
  role: 'admin',
  body: reopeningSchema,
  response: jobRunSchema,
});
