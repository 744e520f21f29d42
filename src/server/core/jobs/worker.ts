import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import type { Clock } from '../clock/clock.ts';
import type { Queries } from '../db/database.ts';
import type { JobContext } from './job.ts';
import {
  finishRun,
  leaseSeconds,
  type RunClaim,
  type RunRow,
  renewLease,
  saveProgress,
} from './queries.ts';
import type { RunLog } from './run-log.ts';

/**
 * Thrown when another worker has taken over the run, because this worker did not renew its lease in
 * time.
 */
export class LeaseLost extends Error {
  constructor() {
    super('This run was taken over by another server.');
  }
}

export type RunProgress = NonNullable<JobRun['progress']>;

interface Work {
  queries: Queries;
  clock: Clock;
  row: RunRow;
  log: RunLog;
  /** Aborted when the server no longer waits for the run. */
  stop: AbortSignal;
  run(context: JobContext): Promise<Record<string, unknown>>;
  onProgress?: (progress: RunProgress) => void;
}

const renewMilliseconds = (leaseSeconds / 4) * 1000;
const storeMilliseconds = 1000;

export const toRunClaim = (row: RunRow): RunClaim => ({ runId: row.job_run_id, fence: row.fence });

/**
 * Executes a claimed run and records its success. The caller receives the job's errors and records
 * them. Every write checks the claim's fence, so a worker that has lost its claim changes nothing.
 */
export async function executeRun({
  queries,
  clock,
  row,
  log,
  stop,
  run,
  onProgress,
}: Work): Promise<void> {
  const claim = toRunClaim(row);
  const lost = new AbortController();
  const lose = () => {
    const error = new LeaseLost();
    lost.abort(error);
    return error;
  };
  const renewal = setInterval(() => {
    renewLease(queries, claim).then(
      (isRenewed) => (isRenewed ? undefined : lose()),
      // The next renewal may succeed. If no renewal succeeds, the lease expires, and the fence
      // blocks this worker's writes.
      () => undefined,
    );
  }, renewMilliseconds);
  renewal.unref();

  log.add(`Attempt ${row.attempt} begins.`);
  let latest: RunProgress | null = null;
  let storedAt = 0;
  const signal = AbortSignal.any([stop, lost.signal]);
  const context: JobContext = {
    businessDate: row.business_date,
    signal,
    async progress(done, total, note) {
      const isNewNote = latest?.note !== note;
      if (isNewNote) log.add(note);
      latest = { done, total, note };
      onProgress?.(latest);
      if (!isNewNote && performance.now() - storedAt < storeMilliseconds) return;
      storedAt = performance.now();
      if (!(await saveProgress(queries, claim, latest, log.lines))) throw lose();
    },
  };
  try {
    const result = await run(context);
    signal.throwIfAborted();
    if (
      !(await finishRun(
        queries,
        claim,
        { state: 'succeeded', result, error: null, progress: latest, log: log.lines },
        clock(),
      ))
    )
      throw lose();
  } finally {
    clearInterval(renewal);
  }
}
