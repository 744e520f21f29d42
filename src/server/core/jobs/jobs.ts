import { setTimeout as sleep } from 'node:timers/promises';
import { type Day, dayIn } from '#shared/core/dates.ts';
import { jobSettingsSchema } from '#shared/core/jobs/job-settings-schema.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { type ClockTrouble, clockTroubleText } from '../clock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { HttpError, unprocessable } from '../errors.ts';
import type { JobQueue } from '../job-requests.ts';
import { readNewestSettings } from '../settings/desk-settings-queries.ts';
import { backfillProblem } from './backfill.ts';
import { recordDueOccurrences } from './due-queries.ts';
import { JobRunExecutor } from './executor.ts';
import { deleteOldRuns, recentJobRuns } from './history-queries.ts';
import type { Job } from './job.ts';
import { maxAttempts, reclaimDeadWorkerRuns } from './queries.ts';
import { openRunQueue } from './queue.ts';
import { findOldestQueuedRunIds, requestBackfill, requestRun } from './request-queries.ts';
import { toJobRun } from './run.ts';

/** Jobs of one server, with the periodic check of the ledger. */
export interface JobRunner extends JobQueue {
  /**
   * Checks the ledger once: reclaims runs of dead workers, records due occurrences, and sends
   * queued runs to the queue.
   */
  tick(): Promise<void>;
}

export interface JobsOptions {
  schedules: readonly Schedule[];
  /**
   * Returns the newest day with usage. Each check of the ledger reconsiders the occurrences after
   * this day, because the clock may have run ahead. Without this function, decisions on occurrences
   * are final at once.
   */
  newestUsageDay?: () => Promise<Day | null>;
  /**
   * Seconds between two checks of the ledger. With 0, there are no automatic checks; the caller
   * calls `tick`.
   */
  tickSeconds?: number;
  pollSeconds?: number;
  retryDelaySeconds?: number;
  drainSeconds?: number;
  /** `false` for a process that requests runs but does not execute them. */
  works?: boolean;
}

const hourMilliseconds = 3_600_000;

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

export async function startJobs(
  dependencies: Omit<Dependencies, 'jobs'>,
  jobs: readonly Job[],
  options: JobsOptions,
): Promise<JobRunner> {
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
    if (!byName.has(schedule.job))
      throw new Error(
        `The schedule ${schedule.key} names a job that does not exist: ${schedule.job}`,
      );

  let isDatabaseAway = false;
  const queue = await openRunQueue(database, {
    attempts: maxAttempts,
    retryDelaySeconds,
    pollSeconds,
    works,
    onError: (error) => complain(error, 'job queue'),
  });
  const executor = new JobRunExecutor(dependencies, byName);
  let stopping = false;
  let ticking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let forgotAt = Number.NEGATIVE_INFINITY;
  /** `true` while this process takes runs; `undefined` until the start is complete. */
  let isTaking: boolean | undefined;
  let reportedTrouble: ClockTrouble | null = null;

  /**
   * Logs an error. The database is queried several times a minute, so an outage is logged only at
   * its start and its end.
   */
  function complain(error: Error, what: string): void {
    const isAway = error.name === 'DatabaseUnavailable';
    if (!isAway || !isDatabaseAway)
      log.error({ err: error }, isAway ? `${what}: waiting for the database` : what);
    isDatabaseAway ||= isAway;
  }

  function databaseAnswers(): void {
    if (isDatabaseAway) log.warn('the database is back, and jobs continue');
    isDatabaseAway = false;
  }

  async function reclaim(everything: boolean): Promise<void> {
    const taken = await reclaimDeadWorkerRuns(queries, {
      except: executor.activeRuns,
      alone: everything,
      now: clock(),
    });
    for (const runId of taken) {
      log.warn({ run: runId }, 'job run reclaimed from a dead worker');
      await queue.discard(runId);
    }
  }

  async function sendWaiting(): Promise<void> {
    if (stopping || byName.size === 0) return;
    for (const runId of await findOldestQueuedRunIds(queries, [...byName.keys()]))
      await queue.send(runId);
  }

  /**
   * Returns `true` while the clock is trusted. A wrong clock would schedule the wrong work and
   * delete recent runs.
   */
  async function isClockTrusted(): Promise<boolean> {
    const trouble = await clockGuard.check();
    if (trouble !== null && trouble.kind !== reportedTrouble?.kind)
      log.error(clockTroubleText(trouble));
    if (trouble === null && reportedTrouble !== null)
      log.warn('The clock is correct again. Scheduled jobs continue.');
    reportedTrouble = trouble;
    return trouble === null;
  }

  /**
   * Returns `true` while this process's clock differs from the database server's clock. Such a
   * process claims no runs.
   */
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
      await recordDueOccurrences(queries, schedules, {
        timeZone: env.BUSINESS_TIME_ZONE,
        now: clock(),
        newestUsageDay,
      });
      await sendWaiting();
      if (clock().getTime() - forgotAt < hourMilliseconds) return;
      const { runDays } = await readNewestSettings(queries, jobSettingsSchema);
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

  /**
   * Schedules the next check after a random delay, so that servers started together do not all
   * check at once.
   */
  function tickLater(): void {
    if (tickSeconds === 0 || stopping) return;
    timer = setTimeout(
      () => tick().then(tickLater),
      tickSeconds * 1000 * (0.7 + 0.3 * Math.random()),
    );
    timer.unref();
  }

  async function work(runId: string): Promise<void> {
    if (stopping || isApart()) return;
    await executor.execute(runId, runner);
    await sendWaiting();
  }

  const runner: JobRunner = {
    known: jobs.map(({ run: _, ...job }) => ({
      ...job,
      schedules: schedules.filter((schedule) => schedule.job === job.name),
    })),
    tick,
    async runNow(name, range) {
      const job = byName.get(name);
      if (job === undefined)
        throw new HttpError(
          404,
          `There is no job named ${name}. The jobs are ${[...byName.keys()].join(', ')}.`,
        );
      const now = clock();
      const request = { job: name, businessDate: dayIn(env.BUSINESS_TIME_ZONE, now), now };
      const problem =
        range === undefined ? null : backfillProblem(job, range, request.businessDate);
      if (problem !== null) throw unprocessable(problem);
      const row =
        range === undefined
          ? await requestRun(queries, request)
          : await requestBackfill(queries, request, range);
      if (row.state === 'queued') await queue.send(row.job_run_id);
      return toJobRun(row, job);
    },
    async recentRuns() {
      return (await recentJobRuns(queries, [...byName.keys()])).map((row) =>
        toJobRun(row, byName.get(row.job)),
      );
    },
    async stop(lastRequest) {
      if (stopping) return;
      stopping = true;
      clearTimeout(timer);
      await ticking;
      const done = queue.stopTaking();
      await Promise.race([done, sleep(drainSeconds * 1000, undefined, { ref: false })]);
      executor.abort();
      await Promise.race([done, sleep(1000, undefined, { ref: false })]);
      try {
        for await (const runId of executor.release()) await queue.discard(runId);
      } catch (error) {
        // The leases of these runs expire without a release.
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
