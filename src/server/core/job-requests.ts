import type { DayRange, JobRun } from '#shared/core/jobs/job-runs.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { JobDescription } from './job-description.ts';

export interface KnownJob extends JobDescription {
  schedules: readonly Schedule[];
}

/** Job queue for routes and commands. */
export interface JobQueue {
  /** All jobs with their schedules. */
  readonly known: readonly KnownJob[];
  /**
   * Requests a run and returns it. If the job has an active or queued run, returns that run
   * instead. Throws a 404 error for an unknown name. With `range`, requests a backfill. A backfill
   * throws a 422 error when the range is invalid. It throws a 409 error while another requested run
   * of the job is queued or active.
   */
  runNow(job: string, range?: DayRange): Promise<JobRun>;
  /** Returns the last twenty runs of each job, newest first. */
  recentRuns(): Promise<JobRun[]>;
  /**
   * Stops taking runs. Waits up to the drain time for active runs, then releases the runs that are
   * still active. New runs can be requested until `lastRequest` resolves.
   */
  stop(lastRequest?: Promise<void>): Promise<void>;
}
