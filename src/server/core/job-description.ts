import type { BackfillGranularity } from '#shared/core/jobs/job-runs.ts';
import type { Queries } from './db/database.ts';

/**
 * Words for one value of a job's result: a counted noun for a number, a label for any other value,
 * or the texts of a fixed set of values.
 */
export type ResultWords =
  | readonly [one: string, many: string]
  | string
  | { texts: Readonly<Record<string, string>> };

/** Words with which pages name a job and its result. */
export interface JobWords {
  /** Name of the job, such as 'Alert rules'. */
  title: string;
  /** Words by key of the result, in the order in which they are shown. */
  result: Readonly<Record<string, ResultWords>>;
}

export interface JobDescription {
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
}
