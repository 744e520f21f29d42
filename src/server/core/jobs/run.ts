import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { findRunBackfillRange } from './backfill.ts';
import type { RunRow } from './queries.ts';

/** Converts a ledger row to a run of the API. */
export function toJobRun(row: RunRow): JobRun {
  return {
    jobRunId: row.job_run_id,
    job: row.job,
    schedule: row.schedule,
    scheduledFor: row.scheduled_for.toISOString(),
    state: row.state,
    attempt: row.attempt,
    range: findRunBackfillRange(row),
    progress: row.progress,
    result: row.state === 'succeeded' ? row.result : null,
    error: row.error,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
