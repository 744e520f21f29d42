import type { BackfillStep } from '#shared/core/jobs/job-runs.ts';
import type { Dependencies } from '../dependencies.ts';

export interface JobContext {
  /** Calendar date of the run in the business time zone. */
  businessDate: string;
  signal: AbortSignal;
  /**
   * Reports progress. Each new note is also added to the run's log and stored at once. Throws
   * LeaseLost when another worker has the run.
   */
  progress(done: number, total: number, note: string): Promise<void>;
}

/** Background job: a function that may run twice for the same date with the same effect. */
export interface Job {
  name: string;
  /** Description of the job as a sentence; without it, its schedules describe it. */
  does?: string;
  /**
   * Step of a backfill, which produces the results of past days; `undefined` for a job that uses
   * current data only.
   */
  backfill?: BackfillStep;
  run(dependencies: Dependencies, context: JobContext): Promise<Record<string, unknown>>;
}
