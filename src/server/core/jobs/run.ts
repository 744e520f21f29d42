import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { findRunBackfillRange } from './backfill.ts';
import type { Job } from './job.ts';
import { jobResultText } from './job-words.ts';
import type { RunRow } from './queries.ts';

/** Converts a ledger row of a job to a run of the API. */
export function toJobRun(row: RunRow, job: Pick<Job, 'words'> | undefined): JobRun {
  const result = row.state === 'succeeded' ? row.result : null;
  return {
    jobRunId: row.job_run_id,
    job: row.job,
    title: job?.words?.title ?? row.job,
    schedule: row.schedule,
    scheduledFor: row.scheduled_for.toISOString(),
    state: row.state,
    attempt: row.attempt,
    range: findRunBackfillRange(row),
    progress: row.progress,
    result,
    resultText: jobResultText(job?.words, result),
    error: row.error,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
