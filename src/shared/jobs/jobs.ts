import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import {
  backfillGranularities,
  dayRangeSchema,
  jobRunSchema,
  logLineSchema,
} from '#shared/core/jobs/job-runs.ts';
import { jobTroubleSchema } from '#shared/core/jobs/job-troubles.ts';

export const getJobRuns = endpoint({
  method: 'GET',
  path: '/api/jobs/runs',
  summary: 'The last twenty runs of each background job',
  role: 'admin',
  response: createListAnswerSchema(jobRunSchema),
});

export const getJobRun = endpoint({
  method: 'GET',
  path: '/api/jobs/runs/:jobRunId',
  summary: 'One run of a background job with its log',
  role: 'admin',
  params: z.strictObject({ jobRunId: z.uuid() }),
  response: z.strictObject({ run: jobRunSchema, log: z.array(logLineSchema) }),
});

export const postJobRun = endpoint({
  method: 'POST',
  path: '/api/jobs/runs',
  summary:
    'Run a job now, or for a range of past days; 409 while a requested run is queued or running',
  role: 'admin',
  body: z.strictObject({ job: textSchema.min(1).max(80), range: dayRangeSchema.optional() }),
  response: jobRunSchema,
});

const scheduleSchema = z.strictObject({
  key: z.string(),
  /** Schedule and purpose as a sentence. */
  text: z.string(),
  /** Next occurrence; `null` while the schedule is paused. */
  nextAt: z.iso.datetime().nullable(),
  paused: z.strictObject({ at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type ScheduleStatus = z.output<typeof scheduleSchema>;

export const jobStatusSchema = z.strictObject({
  job: z.string(),
  /** Name of the job in words. */
  title: z.string(),
  /**
   * When the data of a job without a run was last made, by another job or the first start; `null`
   * for a job with a run or without data.
   */
  resultAt: z.iso.datetime().nullable(),
  /** Description as a sentence; `null` when the schedules describe the job. */
  does: z.string().nullable(),
  /** Schedules of the job; empty for a job that only runs on request. */
  schedules: z.array(scheduleSchema),
  /** Step of a backfill; `null` for a job that has no past days to backfill. */
  backfill: z.enum(backfillGranularities).nullable(),
  /** Newest started run. */
  lastRun: jobRunSchema.nullable(),
  /** Median duration of the last hundred successful runs; `null` before the first. */
  medianSeconds: z.number().nullable(),
  trouble: jobTroubleSchema.nullable(),
});
export type JobStatus = z.output<typeof jobStatusSchema>;

export const getJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  summary: 'List the background jobs with their schedules, durations, last and next runs',
  role: 'admin',
  response: createListAnswerSchema(jobStatusSchema).extend({ timeZone: z.string() }),
});

export const postSchedulePause = endpoint({
  method: 'POST',
  path: '/api/jobs/schedules/:key',
  summary: 'Pause or resume a schedule; occurrences during the pause are skipped',
  role: 'admin',
  params: z.strictObject({ key: textSchema.min(1).max(80) }),
  body: z.strictObject({ isPaused: z.boolean() }),
  response: scheduleSchema,
});

/**
 * Stream of server-sent events with the queued and running runs, sent at most once a second and
 * only after a change.
 */
export const jobProgressPath = '/api/jobs/progress';
export const activeJobRunsSchema = z.array(jobRunSchema);
