import { z } from 'zod';
import { endpoint, listAnswer, textSchema } from './endpoint.ts';

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

export const jobRunSchema = z.strictObject({
  jobRunId: z.uuid(),
  job: z.string(),
  schedule: z.string().nullable(),
  scheduledFor: z.iso.datetime(),
  state: z.enum(jobStates),
  attempt: z.int(),
  progress: z.strictObject({ done: z.number(), total: z.number(), note: z.string() }).nullable(),
  error: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});

export type JobRun = z.output<typeof jobRunSchema>;

export const getJobRuns = endpoint({
  method: 'GET',
  path: '/api/jobs/runs',
  summary: 'The last hundred runs of the background jobs',
  role: 'admin',
  response: listAnswer(jobRunSchema),
});

export const postJobRun = endpoint({
  method: 'POST',
  path: '/api/jobs/runs',
  summary: 'Run a job now',
  role: 'admin',
  body: z.strictObject({ job: textSchema.min(1).max(80) }),
  response: jobRunSchema,
});
