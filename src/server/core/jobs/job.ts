import type { BackfillGranularity } from '#shared/core/jobs/job-runs.ts';
import type { Queries } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { JobWords } from './job-words.ts';

export interface JobContext {
  /** Calendar date of the run in the business time zone. */
  businessDate: string;
  signal: AbortSignal;
  /**
   * Reports progress. A new note is also added to the run's log and saved at once. Throws
   * `LeaseLost` when another worker has taken over the run.
   */
  progress(done: number, total: number, note: string): Promise<void>;
}

/**
 * Background job. Running it twice for the same date must have the same effect as running it once.
 */
export interface Job {
  name: string;
  /** Words for pages. Without them, pages show the name and no result. */
  words?: JobWords;
  /** Sentence that describes the job. Without it, the job's schedules describe it. */
  does?: string;
  /**
   * Interval of the dates for which a backfill runs the job; `undefined` for a job that uses only
   * current data.
   */
  backfill?: BackfillGranularity;
  /**
   * Returns when the job's data was last made, also when another job or the first start made it.
   * Pages show this time for a job without a run of its own.
   */
  lastResultAt?: (queries: Queries) => Promise<Date | null>;
  run(dependencies: Dependencies, context: JobContext): Promise<Record<string, unknown>>;
}
