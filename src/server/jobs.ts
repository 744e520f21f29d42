import type { JobRun } from '#shared/operations.ts';
import type { Dependencies } from './dependencies.ts';

export interface JobContext {
  /** The run's local calendar date. */
  businessDate: string;
  signal: AbortSignal;
  progress(done: number, total: number, note: string): Promise<void>;
}

/** A background job: a plain function that may run twice for the same date and does the same both times. */
export interface Job {
  name: string;
  run(dependencies: Dependencies, context: JobContext): Promise<Record<string, unknown>>;
}

/** The queue as routes and commands see it. */
export interface Jobs {
  /** Runs a job as soon as a worker is free. */
  runNow(job: string): Promise<JobRun>;
  recent(): Promise<JobRun[]>;
  stop(): Promise<void>;
}
