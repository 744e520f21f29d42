import type { Clock } from '#server/core/clock/clock.ts';
import type { RunTransaction } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { PipelineCheck } from '#shared/churn/pipeline/pipeline-runs.ts';
import type { Day } from '#shared/core/dates.ts';

export interface StepContext {
  queries: Queries;
  /** Day of the run. Only data from before this day began is used. */
  day: Day;
  timeZone: string;
  clock: Clock;
  transact: RunTransaction;
  progress(done: number, total: number, note: string): Promise<void>;
  signal: AbortSignal;
}

/** Thrown when a step must not continue. The message is shown to users. */
export class StepStopped extends Error {
  readonly checks: readonly PipelineCheck[];

  constructor(message: string, checks: readonly PipelineCheck[] = []) {
    super(message);
    this.checks = checks;
  }
}
