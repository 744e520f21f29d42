import { setTimeout as sleep } from 'node:timers/promises';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { BackfillStep, DayRange, JobRun } from '#shared/core/jobs/job-runs.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { type ClockTrouble, clockTroubleText } from '../clock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { settingsInForce } from '../desk-settings-queries.ts';
import { HttpError, unprocessable } from '../errors.ts';
import { jobSeconds } from '../telemetry/instruments.ts';
import { backfillProblem, runAsAsked } from './backfill.ts';
import { decideDue } from './due-queries.ts';
import {
  claimRun,
  finishRun,
  forgetOldRuns,
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
import { carryOut, claimOf, LeaseLost } from './worker.ts';

export interface JobContext {
  /** The run's local calendar date. */
  businessDate: string;
  signal: AbortSignal;
  /** Each new note is also a line of the run's log, and stored at once. Throws LeaseLost when another worker has the run. */
  progress(done: number, total: number, note: string): Promise<void>;
}

/** A background job: a plain function that may run twice for the same date and does the same both times. */
export interface Job {
  name: string;
  /** What it does, as a sentence for people. Left out: its schedules say so. */
  does?: string;
  /** By what it can be run for past days, in which it makes what it would have made then. Left out: it is about the present. */
  backfill?: BackfillStep;
  run(dependencies: Dependencies, context: JobContext): Promise<Record<string, unknown>>;
}

/** The queue as routes and commands see it. */
export interface Jobs {
  /** Every job, with its times. */
  readonly known: readonly (Pick<Job, 'name' | 'does' | 'backfill'> & { schedules: readonly Schedule[] })[];
  /**
   * Runs a job as soon as a worker is free; while a run of it waits or runs, that one. With a range it makes up for past days, and
   * throws a 422 where that cannot be and a 409 while another run that was asked for is not done. Throws a 404 for an unknown name.
   */
  runNow(job: string, range?: DayRange): Promise<JobRun>;
  /** The last twenty runs of each job, newest first. */
  recentRuns(): Promise<JobRun[]>;
  /**
   * Takes no more work, lets what runs end within the drain time, and gives back what is left. Runs can still be asked for until
   * `lastAsked`.
   */
  stop(lastAsked?: Promise<void>): Promise<void>;
}

/** The jobs of one server, with the heartbeat that drives them. */
export interface JobRunner extends Jobs {
  /** One look at the ledger: takes back what dead workers held, writes down what came due, sends what waits. */
  tick(): Promise<void>;
}

export interface JobsOptions {
  schedules: readonly Schedule[];
  /** The newest day of usage: no schedule is decided for good beyond it. Left out: up to now. */
  newestUsageDay?: () => Promise<Day | null>;
  /** Between two looks at the ledger; 0 leaves them to the caller. */
  tickSeconds?: number;
  pollSeconds?: number;
  retryDelaySeconds?: number;
  drainSeconds?: number;
  /** False: runs are asked for here and carried out elsewhere. */
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
  const held = new Map<string, { row: RunRow; log: RunLog }>();
  const stop = new AbortController();
  let stopping = false;
  let ticking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let forgotAt = Number.NEGATIVE_INFINITY;
  /** `undefined` until the start is done. */
  let isTaking: boolean | undefined;
  let reportedTrouble: ClockTrouble | null = null;

  /** The database is asked several times a minute: that it is away is told once, and that it is back. */
  function complain(error: Error, what: string): void {
    const isAway = error.name === 'DatabaseUnavailable';
    if (!isAway || !isDatabaseAway) log.error({ err: error }, isAway ? `${what}: waits for database` : what);
    isDatabaseAway ||= isAway;
  }

  function databaseAnswers(): void {
    if (isDatabaseAway) log.warn('the database is back, and jobs go on');
    isDatabaseAway = false;
  }

  async function takeBack(everything: boolean): Promise<void> {
    const taken = await reclaimRuns(queries, { except: [...held.keys()], alone: everything, now: clock() });
    for (const runId of taken) {
      log.warn({ run: runId }, 'job run taken back from a dead worker');
      await queue.discard(runId);
    }
  }

  async function sendWaiting(): Promise<void> {
    if (stopping || byName.size === 0) return;
    for (const runId of await waitingRuns(queries, [...byName.keys()])) await queue.send(runId);
  }

  /** By a wrong clock the wrong work comes due, and what is to be kept for 90 days is forgotten at once. */
  async function clockIsBelieved(): Promise<boolean> {
    const trouble = await clockGuard.check();
    if (trouble !== null && trouble.kind !== reportedTrouble?.kind) log.error(clockTroubleText(trouble));
    if (trouble === null && reportedTrouble !== null) log.warn('The clock is correct again. Scheduled jobs continue.');
    reportedTrouble = trouble;
    return trouble === null;
  }

  /** A process whose clock differs from the database's claims no runs and leaves them to other processes. */
  const isApart = () => clockGuard.trouble?.kind === 'apart';

  async function takeOrRest(): Promise<void> {
    const mayTake = works && !isApart();
    if (mayTake === isTaking || stopping) return;
    isTaking = mayTake;
    if (mayTake) await queue.work(work);
    else await queue.rest();
  }

  async function look(): Promise<void> {
    try {
      const isBelieved = await clockIsBelieved();
      databaseAnswers();
      if (isTaking !== undefined) await takeOrRest();
      if (works && !isApart()) await takeBack(false);
      if (!isBelieved || !works) return;
      await decideDue(queries, schedules, { timeZone: env.BUSINESS_TIME_ZONE, now: clock(), newestUsageDay });
      await sendWaiting();
      if (clock().getTime() - forgotAt < hourMilliseconds) return;
      const { runDays } = (await settingsInForce(queries)).settings;
      await forgetOldRuns(queries, clock(), runDays);
      forgotAt = clock().getTime();
    } catch (error) {
      complain(asError(error), 'job schedule');
    }
  }

  function tick(): Promise<void> {
    ticking = ticking.then(look);
    return ticking;
  }

  /** Servers that start together drift apart, so that they do not all look at the same moment. */
  function tickLater(): void {
    if (tickSeconds === 0 || stopping) return;
    timer = setTimeout(() => tick().then(tickLater), tickSeconds * 1000 * (0.7 + 0.3 * Math.random()));
    timer.unref();
  }

  async function work(runId: string): Promise<void> {
    if (stopping || isApart()) return;
    // A server of an earlier version leaves jobs that it does not know to the others.
    const row = await claimRun(queries, runId, [...byName.keys()], clock());
    const job = row && byName.get(row.job);
    if (row === undefined || job === undefined) return;
    const runLog = new RunLog(row.log, clock);
    held.set(runId, { row, log: runLog });
    const end = jobSeconds.startTimer({ job: row.job });
    try {
      const run = (context: JobContext) => runAsAsked(job, row, { ...dependencies, jobs: runner }, context);
      await carryOut({ queries, clock, row, log: runLog, stop: stop.signal, run });
      end({ outcome: 'succeeded' });
    } catch (error) {
      const fate = fateOf(row, error);
      end({ outcome: fate });
      await settle(row, runLog, error, fate);
    } finally {
      held.delete(runId);
    }
    await sendWaiting();
  }

  /** What becomes of a run that threw. */
  function fateOf(row: RunRow, error: unknown): 'lost' | 'released' | 'retried' | 'failed' {
    if (error instanceof LeaseLost) return 'lost';
    if (stop.signal.aborted) return 'released';
    return isTransient(error) && row.attempt < maxAttempts ? 'retried' : 'failed';
  }

  /** Throws the error again when the queue is to bring the run back later. */
  async function settle(row: RunRow, runLog: RunLog, error: unknown, fate: ReturnType<typeof fateOf>): Promise<void> {
    const { message } = asError(error);
    if (fate === 'lost') return log.warn({ job: row.job, run: row.job_run_id }, message);
    if (fate === 'released') return releaseRun(queries, claimOf(row), runLog.lines);
    const told = { err: error, job: row.job, run: row.job_run_id, attempt: row.attempt };
    const kept = message.slice(0, 2000);
    runLog.add(kept);
    if (fate === 'retried') {
      log.warn(told, 'job run failed, to be tried again');
      await requeueRun(queries, claimOf(row), kept, runLog.lines);
      throw error;
    }
    log.error(told, 'job run failed');
    await finishRun(queries, claimOf(row), { state: 'failed', result: null, error: kept, log: runLog.lines }, clock());
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
      const asked = { job: name, businessDate: dayIn(env.BUSINESS_TIME_ZONE, now), now };
      const problem = range === undefined ? null : backfillProblem(job, range, asked.businessDate);
      if (problem !== null) throw unprocessable(problem);
      const row = range === undefined ? await requestRun(queries, asked) : await requestRange(queries, asked, range);
      if (row.state === 'queued') await queue.send(row.job_run_id);
      return toJobRun(row);
    },
    async recentRuns() {
      return (await recentRuns(queries, [...byName.keys()])).map(toJobRun);
    },
    async stop(lastAsked) {
      if (stopping) return;
      stopping = true;
      clearTimeout(timer);
      await ticking;
      const done = queue.stopTaking();
      await Promise.race([done, sleep(drainSeconds * 1000, undefined, { ref: false })]);
      stop.abort(new Error('The server is stopping.'));
      await Promise.race([done, sleep(1000, undefined, { ref: false })]);
      try {
        for (const { row, log: runLog } of held.values()) {
          await releaseRun(queries, claimOf(row), runLog.lines);
          await queue.discard(row.job_run_id);
        }
      } catch (error) {
        // Their leases run out by themselves.
        complain(asError(error), 'job runs that could not be given back');
      }
      await lastAsked;
      await queue.close();
    },
  };

  if (database.isAlone) {
    await queue.clear();
    await takeBack(true);
  }
  await tick();
  await takeOrRest();
  tickLater();
  return runner;
}
