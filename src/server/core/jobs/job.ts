import type { Dependencies } from '../dependencies.ts';
import type { JobDescription } from '../job-description.ts';

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
export interface Job extends JobDescription {
  run(dependencies: Dependencies, context: JobContext): Promise<Record<string, unknown>>;
}
