import type { JobQueue } from '#server/core/job-requests.ts';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';

/** Returns a run of a job that is queued now. */
export const createQueuedJobRun = (job: string, now: Date): JobRun => ({
  jobRunId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5e',
  job,
  title: job,
  schedule: null,
  scheduledFor: now.toISOString(),
  state: 'queued',
  attempt: 0,
  range: null,
  progress: null,
  result: null,
  resultText: null,
  error: null,
  startedAt: null,
  finishedAt: null,
});

/** Returns a job queue that only records the requested jobs. */
export const createRecordingJobQueue = (requested: string[], now: Date): JobQueue => ({
  known: [],
  runNow: async (job) => {
    requested.push(job);
    return createQueuedJobRun(job, now);
  },
  recentRuns: async () => [],
  stop: async () => undefined,
});
