import { errorMessage } from '#shared/core/error-message.ts';
import type { Clock } from '../clock/clock.ts';
import type { Queries } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { JobQueue } from '../job-requests.ts';
import { jobDurationHistogram } from '../telemetry/instruments.ts';
import { runRequestedJob } from './backfill.ts';
import type { Job, JobContext } from './job.ts';
import {
  claimRun,
  finishRun,
  maxAttempts,
  type RunRow,
  requeueRunForRetry,
  requeueRunOnShutdown,
} from './queries.ts';
import { RunLog } from './run-log.ts';
import { isTransientError } from './transient.ts';
import { executeRun, LeaseLost, toRunClaim } from './worker.ts';

/** Result of a run that threw an error. */
type Fate = 'lost' | 'released' | 'retried' | 'failed';

/** Executes the runs that this process claims and records their results. */
export class JobRunExecutor {
  readonly #dependencies: Omit<Dependencies, 'jobs'>;
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #active = new Map<string, { row: RunRow; log: RunLog }>();
  readonly #stop = new AbortController();
  readonly #queries: Queries;
  readonly #clock: Clock;

  constructor(dependencies: Omit<Dependencies, 'jobs'>, jobs: ReadonlyMap<string, Job>) {
    this.#dependencies = dependencies;
    this.#jobs = jobs;
    this.#queries = dependencies.database.background;
    this.#clock = dependencies.clock;
  }

  /** Ids of the active runs. */
  get activeRuns(): string[] {
    return [...this.#active.keys()];
  }

  /**
   * Claims and executes a run. Throws the error of a failed run, so that the queue retries the run.
   */
  async execute(runId: string, jobs: JobQueue): Promise<void> {
    // Only runs of known jobs are claimed. Another server may be newer and have queued a job that
    // this version does not have.
    const row = await claimRun(this.#queries, runId, [...this.#jobs.keys()], this.#clock());
    const job = row && this.#jobs.get(row.job);
    if (row === undefined || job === undefined) return;
    const log = new RunLog(row.log, this.#clock);
    this.#active.set(runId, { row, log });
    const end = jobDurationHistogram.startTimer({ job: row.job });
    try {
      const run = (context: JobContext) =>
        runRequestedJob(job, row, { ...this.#dependencies, jobs }, context);
      await executeRun({
        queries: this.#queries,
        clock: this.#clock,
        row,
        log,
        stop: this.#stop.signal,
        run,
      });
      end({ outcome: 'succeeded' });
    } catch (error) {
      const fate = this.#fateOf(row, error);
      end({ outcome: fate });
      await this.#settle(row, log, error, fate);
    } finally {
      this.#active.delete(runId);
    }
  }

  /** Signals the active runs to stop. The runs are released, not failed. */
  abort(): void {
    this.#stop.abort(new Error('The server is stopping.'));
  }

  /** Releases the active runs for other processes. Yields the id of each run after its release. */
  async *release(): AsyncGenerator<string> {
    for (const { row, log } of this.#active.values()) {
      await requeueRunOnShutdown(this.#queries, toRunClaim(row), log.lines);
      yield row.job_run_id;
    }
  }

  #fateOf(row: RunRow, error: unknown): Fate {
    if (error instanceof LeaseLost) return 'lost';
    if (this.#stop.signal.aborted) return 'released';
    return isTransientError(error) && row.attempt < maxAttempts ? 'retried' : 'failed';
  }

  async #settle(row: RunRow, runLog: RunLog, error: unknown, fate: Fate): Promise<void> {
    const { log } = this.#dependencies;
    const message = errorMessage(error);
    if (fate === 'lost') return log.warn({ job: row.job, run: row.job_run_id }, message);
    if (fate === 'released')
      return requeueRunOnShutdown(this.#queries, toRunClaim(row), runLog.lines);
    const details = { err: error, job: row.job, run: row.job_run_id, attempt: row.attempt };
    const shortMessage = message.slice(0, 2000);
    runLog.add(shortMessage);
    if (fate === 'retried') {
      log.warn(details, 'job run failed, will be retried');
      await requeueRunForRetry(this.#queries, toRunClaim(row), shortMessage, runLog.lines);
      throw error;
    }
    log.error(details, 'job run failed');
    await finishRun(
      this.#queries,
      toRunClaim(row),
      { state: 'failed', result: null, error: shortMessage, log: runLog.lines },
      this.#clock(),
    );
  }
}
