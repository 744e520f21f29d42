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

/**
 * Steps of a backfill. `day`: one step for each day of the range. `week`: one step for each week
 * that overlaps the range.
 */
export const backfillGranularities = ['day', 'week'] as const;
export type BackfillGranularity = (typeof backfillGranularities)[number];
/** Range of past days for a backfill. Both days are included. */
export const dayRangeSchema = z.strictObject({ from: daySchema, to: daySchema });
export type DayRange = z.output<typeof dayRangeSchema>;
export const maxBackfillDays = 366;

export const jobRunSchema = z.strictObject({
  jobRunId: z.uuid(),
  job: z.string(),
  /** Name of the job in words. */
  title: z.string(),
  schedule: z.string().nullable(),
  scheduledFor: z.iso.datetime(),
  state: z.enum(jobStates),
  attempt: z.int(),
  /** Range of days of a backfill; `null` for a regular run. */
  range: dayRangeSchema.nullable(),
  progress: z.strictObject({ done: z.number(), total: z.number(), note: z.string() }).nullable(),
  /** Numbers counted by the job, such as rows; `null` until it has succeeded. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Result in words; `null` until the run has succeeded. */
  resultText: z.string().nullable(),
  error: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});

export type JobRun = z.output<typeof jobRunSchema>;

export const logLineSchema = z.strictObject({ at: z.iso.datetime(), text: z.string() });
export type LogLine = z.output<typeof logLineSchema>;
