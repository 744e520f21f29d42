import { z } from 'zod';
import { daySchema } from '../endpoint.ts';

export const jobStates = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
] as const;

/** Steps of a backfill: one for each day of its range, or one for each week that overlaps it. */
export const backfillSteps = ['day', 'week'] as const;
export type BackfillStep = (typeof backfillSteps)[number];
/** Past days of a backfill, both included. */
export const dayRangeSchema = z.strictObject({ from: daySchema, to: daySchema });
export type DayRange = z.output<typeof dayRangeSchema>;
export const longestBackfillDays = 366;

export const jobRunSchema = z.strictObject({
  jobRunId: z.uuid(),
  job: z.string(),
  schedule: z.string().nullable(),
  scheduledFor: z.iso.datetime(),
  state: z.enum(jobStates),
  attempt: z.int(),
  /** Range of a backfill; `null` for a regular run, which is not a backfill. */
  range: dayRangeSchema.nullable(),
  progress: z.strictObject({ done: z.number(), total: z.number(), note: z.string() }).nullable(),
  /** Numbers counted by the job, such as rows; `null` until it has succeeded. */
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});

export type JobRun = z.output<typeof jobRunSchema>;

export const logLineSchema = z.strictObject({ at: z.iso.datetime(), text: z.string() });
export type LogLine = z.output<typeof logLineSchema>;
