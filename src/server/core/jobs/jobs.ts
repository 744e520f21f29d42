import { setTimeout as sleep } from 'node:timers/promises';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { BackfillStep, DayRange, JobRun } from '#shared/core/jobs/job-runs.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { type ClockTrouble, clockTroubleText } from '../clock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { currentSettings } from '../desk-settings-queries.ts';
import { HttpError, unprocessable } from '../errors.ts';
import { jobSeconds } from '../telemetry/instruments.ts';
import { backfillProblem, runRequested } from './backfill.ts';
import { recordDueOccurrences } from './due-queries.ts';
import {
  claimRun,
  deleteOldRuns,
  finishRun,
  maxAttempts,
  type RunRow,
  recentRuns,
  reclaimRuns,
  releaseRun,
  requestRange,
  requestRun,
  requeueRun,
  waitingRuns,
} from './queries.ts';
import { openQueue } from './queue.ts';
import { toJobRun } from './run.ts';
import { RunLog } from './run-log.ts';
import { isTransient } from './transient.ts';
import { claimOf, executeRun, LeaseLost } from './worker.ts';

export interface JobContext {
  /** Calendar date of the run in the business time zone. */
  businessDate: string;
  signal: AbortSignal;
  /**
   * Reports progress. Each new note is also added to the run's log and stored at once. Throws LeaseLost when another worker has the run.
   */
  progress(done: number, total: number, note: string): Promise<void>;
}

/** Background job: a function that may run twice for the same date with the same effect. */
export interface Job {
  name: string;
  /** Description of the job as a sentence; without it, its schedules describe it. */
  does?: string;
  /** Step of a backfill, which produces the results of past days; `undefined` for a job about the present. */
  backfill?: BackfillStep;
  run(dependencies: Dependencies, context: JobContext): Promise<Record<string, unknown>>;
}

/** Job queue for routes and commands. */
export interface Jobs {
  /** All jobs with their schedules. */
  readonly known: readonly (Pick<Job, 'name' | 'does' | 'backfill'> & { schedules: readonly Schedule[] })[];
  /**
   * Requests a run and returns it; returns the active or queued run of that job if there is one. With `range` it requests a backfill:
   * throws a 422 for an invalid one, and a 409 while a requested run is not finished. Throws a 404 for an unknown name.
   */
  runNow(job: string, range?: DayRange): Promise<JobRun>;
  /** Returns the last twenty runs of each job, newest first. */
  recentRuns(): Promise<JobRun[]>;
  /**
   * Stops taking runs, waits up to the drain time for active ones, and releases the rest. New runs can be requested until `lastRequest`
   * resolves.
   */
  stop(lastRequest?: Promise<void>): Promise<void>;
}

/** Jobs of one server with the periodic check that drives them. */
export interface JobRunner extends Jobs {
  /** Checks the ledger once: reclaims runs of dead workers, records due occurrences, and sends queued runs. */
  tick(): Promise<void>;
}

export interface JobsOptions {
  schedules: readonly Schedule[];
  /** Returns the newest day of usage, the limit up to which schedules are decided for good. Without it, the limit is now. */
  newestUsageDay?: () => Promise<Day | null>;
  /** Interval between two checks of the ledger; 0 leaves them to the caller. */
  tickSeconds?: number;
  pollSeconds?: number;
  retryDelaySeconds?: number;
  drainSeconds?: number;
  /** `false` for a process that requests runs but does not execute them. */
  works?: boolean;
}

const hourMilliseconds = 3_600_000;

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export async function startJobs(dependencies: Omit<Dependencies, 'jobs'>, jobs: readonly Job[], options: JobsOptions): Promise<JobRunner> {
  const { database, clock, clockGuard, log, env } = dependencies;
  const queries = database.background;
  const {
    schedules,
    newestUsageDay = async () => null,
    tickSeconds = 15,
    pollSeconds = 5,
    retryDelaySeconds = 60,
    drainSeconds = 12,
    works = true,
  } = options;
  const byName = new Map(jobs.map((job) => [job.name, job]));
  for (const schedule of schedules)
    if (!byName.has(schedule.job)) throw new Error(`The schedule ${schedule.key} names a job that does not exist: ${schedule.job}`);

  let isDatabaseAway = false;
  const queue = await openQueue(database, {
    attempts: maxAttempts,
    retryDelaySeconds,
    pollSeconds,
    works,
    onError: (error) => complain(error, 'job queue'),
  });
  const activeRuns = new Map<string, { row: RunRow; log: RunLog }>();
  const stop = new AbortController();
  let stopping = false;
  let ticking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let forgotAt = Number.NEGATIVE_INFINITY;
  /** `true` while this process takes runs; `undefined` until the start is done. */
  let isTaking: boolean | undefined;
  let reportedTrouble: ClockTrouble | null = null;

  /** Logs an error. The database is queried several times a minute, so its loss is logged once, and so is its return. */
  function complain(error: Error, what: string): void {
    const isAway = error.name === 'DatabaseUnavailable';
    if (!isAway || !isDatabaseAway) log.error({ err: error }, isAway ? `${what}: waits for database` : what);
    isDatabaseAway ||= isAway;
  }

  function databaseAnswers(): void {
    if (isDatabaseAway) log.warn('the database is back, and jobs continue');
    isDatabaseAway = false;
  }

  async function reclaim(everything: boolean): Promise<void> {
    const taken = await reclaimRuns(queries, { except: [...activeRuns.keys()], alone: everything, now: clock() });
    for (const runId of taken) {
      log.warn({ run: runId }, 'job run reclaimed from a dead worker');
      await queue.discard(runId);
    }
  }

  async function sendWaiting(): Promise<void> {
    if (stopping || byName.size === 0) return;
    for (const runId of await waitingRuns(queries, [...byName.keys()])) await queue.send(runId);
  }

  /** Checks the clock, because a wrong clock would schedule the wrong work and delete old runs too early. */
  async function isClockTrusted(): Promise<boolean> {
    const trouble = await clockGuard.check();
    if (trouble !== null && trouble.kind !== reportedTrouble?.kind) log.error(clockTroubleText(trouble));
    if (trouble === null && reportedTrouble !== null) log.warn('The clock is correct again. Scheduled jobs continue.');
    reportedTrouble = trouble;
    return trouble === null;
  }

  /** A process whose clock differs from the database's claims no runs and leaves them to other processes. */
  const isApart = () => clockGuard.trouble?.kind === 'apart';

  async function takeOrPause(): Promise<void> {
    const mayTake = works && !isApart();
    if (mayTake === isTaking || stopping) return;
    isTaking = mayTake;
    if (mayTake) await queue.work(work);
    else await queue.rest();
  }

  async function checkLedger(): Promise<void> {
    try {
      const isTrusted = await isClockTrusted();
      databaseAnswers();
      if (isTaking !== undefined) await takeOrPause();
      if (works && !isApart()) await reclaim(false);
      if (!isTrusted || !works) return;
      await recordDueOccurrences(queries, schedules, { timeZone: env.BUSINESS_TIME_ZONE, now: clock(), newestUsageDay });
      await sendWaiting();
      if (clock().getTime() - forgotAt < hourMilliseconds) return;
      const { runDays } = (await currentSettings(queries)).settings;
      await deleteOldRuns(queries, clock(), runDays);
      forgotAt = clock().getTime();
    } catch (error) {
      complain(asError(error), 'job schedule');
    }
  }

  function tick(): Promise<void> {
    ticking = ticking.then(checkLedger);
    return ticking;
  }

  /** Schedules the next check with jitter, so that servers that started together do not all check at once. */
  function tickLater(): void {
    if (tickSeconds === 0 || stopping) return;
    timer = setTimeout(() => tick().then(tickLater), tickSeconds * 1000 * (0.7 + 0.3 * Math.random()));
    timer.unref();
  }

  async function work(runId: string): Promise<void> {
    if (stopping || isApart()) return;
    // A server of an earlier version leaves unknown jobs to other servers.
    const row = await claimRun(queries, runId, [...byName.keys()], clock());
    const job = row && byName.get(row.job);
    if (row === undefined || job === undefined) return;
    const runLog = new RunLog(row.log, clock);
    activeRuns.set(runId, { row, log: runLog });
    const end = jobSeconds.startTimer({ job: row.job });
    try {
      const run = (context: JobContext) => runRequested(job, row, { ...dependencies, jobs: runner }, context);
      await executeRun({ queries, clock, row, log: runLog, stop: stop.signal, run });
      end({ outcome: 'succeeded' });
    } catch (error) {
      const fate = fateOf(row, error);
      end({ outcome: fate });
      await settle(row, runLog, error, fate);
    } finally {
      activeRuns.delete(runId);
    }
    await sendWaiting();
  }

  /** Returns how a run that threw is handled. */
  function fateOf(row: RunRow, error: unknown): 'lost' | 'released' | 'retried' | 'failed' {
    if (error instanceof LeaseLost) return 'lost';
    if (stop.signal.aborted) return 'released';
    return isTransient(error) && row.attempt < maxAttempts ? 'retried' : 'failed';
  }

  /** Records the outcome of a failed run. Rethrows the error when the queue is to retry the run. */
  async function settle(row: RunRow, runLog: RunLog, error: unknown, fate: ReturnType<typeof fateOf>): Promise<void> {
    const { message } = asError(error);
    if (fate === 'lost') return log.warn({ job: row.job, run: row.job_run_id }, message);
    if (fate === 'released') return releaseRun(queries, claimOf(row), runLog.lines);
    const details = { err: error, job: row.job, run: row.job_run_id, attempt: row.attempt };
    const shortMessage = message.slice(0, 2000);
    runLog.add(shortMessage);
    if (fate === 'retried') {
      log.warn(details, 'job run failed, will be retried');
      await requeueRun(queries, claimOf(row), shortMessage, runLog.lines);
      throw error;
    }
    log.error(details, 'job run failed');
    await finishRun(queries, claimOf(row), { state: 'failed', result: null, error: shortMessage, log: runLog.lines }, clock());
  }

  const runner: JobRunner = {
    known: jobs.map(({ name, does, backfill }) => ({
      name,
      ...(does !== undefined && { does }),
      ...(backfill && { backfill }),
      schedules: schedules.filter(({ job }) => job === name),
    })),
    tick,
    async runNow(name, range) {
      const job = byName.get(name);
      if (job === undefined) throw new HttpError(404, `There is no job named ${name}. The jobs are ${[...byName.keys()].join(', ')}.`);
      const now = clock();
      const request = { job: name, businessDate: dayIn(env.BUSINESS_TIME_ZONE, now), now };
      const problem = range === undefined ? null : backfillProblem(job, range, request.businessDate);
      if (problem !== null) throw unprocessable(problem);
      const row = range === undefined ? await requestRun(queries, request) : await requestRange(queries, request, range);
      if (row.state === 'queued') await queue.send(row.job_run_id);
      return toJobRun(row);
    },
    async recentRuns() {
      return (await recentRuns(queries, [...byName.keys()])).map(toJobRun);
    },
    async stop(lastRequest) {
      if (stopping) return;
      stopping = true;
      clearTimeout(timer);
      await ticking;
      const done = queue.stopTaking();
      await Promise.race([done, sleep(drainSeconds * 1000, undefined, { ref: false })]);
      stop.abort(new Error('The server is stopping.'));
      await Promise.race([done, sleep(1000, undefined, { ref: false })]);
      try {
        for (const { row, log: runLog } of activeRuns.values()) {
          await releaseRun(queries, claimOf(row), runLog.lines);
          await queue.discard(row.job_run_id);
        }
      } catch (error) {
        // The leases of these runs expire by themselves.
        complain(asError(error), 'job runs that could not be released');
      }
      await lastRequest;
      await queue.close();
    },
  };

  if (database.isAlone) {
    await queue.clear();
    await reclaim(true);
  }
  await tick();
  await takeOrPause();
  tickLater();
  return runner;
}
