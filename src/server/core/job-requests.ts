import type { BackfillStep, DayRange, JobRun } from '#shared/core/jobs/job-runs.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';

/** Description of a job with its schedules. */
export interface KnownJob {
  name: string;
  does?: string;
  backfill?: BackfillStep;
  schedules: readonly Schedule[];
}

/** Job queue for routes and commands. */
export interface Jobs {
  /** All jobs with their schedules. */
  readonly known: readonly KnownJob[];
  /**
   * Requests a run and returns it; returns the active or queued run of that job if there is one.
   * With `range`, requests a backfill: throws a 422 for an invalid range, and a 409 while a
   * requested run of the job is queued or running. Throws a 404 for an unknown name.
   */
  runNow(job: string, range?: DayRange): Promise<JobRun>;
  /** Returns the last twenty runs of each job, newest first. */
  recentRuns(): Promise<JobRun[]>;
  /**
   * Stops taking runs, waits up to the drain time for active ones, and releases the rest. New runs
   * can be requested until `lastRequest` resolves.
   */
  stop(lastRequest?: Promise<void>): Promise<void>;
}
