import { z } from 'zod';
import { daySchema, endpoint, listAnswer, textSchema } from '../endpoint.ts';
import { jobTroubleSchema } from './job-troubles.ts';

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

/** Steps of a backfill: each day, or each week that overlaps the range. */
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
  /** Range of a backfill; `null` for a run about its own day. */
  range: dayRangeSchema.nullable(),
  progress: z.strictObject({ done: z.number(), total: z.number(), note: z.string() }).nullable(),
  /** Numbers counted by the job, such as rows; `null` until it has succeeded. */
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});

export type JobRun = z.output<typeof jobRunSchema>;

const logLineSchema = z.strictObject({ at: z.iso.datetime(), text: z.string() });
export type LogLine = z.output<typeof logLineSchema>;

export const getJobRuns = endpoint({
  method: 'GET',
  path: '/api/jobs/runs',
  summary: 'The last twenty runs of each background job',
  role: 'admin',
  response: listAnswer(jobRunSchema),
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
  summary: 'Run a job now, or for a range of past days; 409 while a requested run is queued or running',
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
  /** Description as a sentence; `null` when the schedules describe the job. */
  does: z.string().nullable(),
  /** Schedules of the job; empty for a job that only runs on request. */
  schedules: z.array(scheduleSchema),
  /** Step of a backfill; `null` for a job about the present. */
  backfill: z.enum(backfillSteps).nullable(),
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
  summary: 'The background jobs with their times, last and next run',
  role: 'admin',
  response: listAnswer(jobStatusSchema).extend({ timeZone: z.string() }),
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

/** Stream of server-sent events with the queued and running runs, sent every second in which they changed. */
export const jobProgressPath = '/api/jobs/progress';
export const jobProgressSchema = z.array(jobRunSchema);
