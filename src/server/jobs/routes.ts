import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { findNewestRunPerJob, findRunWithLog } from '#server/core/jobs/history-queries.ts';
import { nextOccurrence } from '#server/core/jobs/rules.ts';
import { toJobRun } from '#server/core/jobs/run.ts';
import {
  findMedianRunSecondsByJob,
  type PausedSchedule,
  pausedSchedules,
  setSchedulePaused,
} from '#server/core/jobs/status-queries.ts';
import { jobTroubles } from '#server/core/jobs/trouble-queries.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import {
  getJobRun,
  getJobRuns,
  getJobs,
  postJobRun,
  postSchedulePause,
  type ScheduleStatus,
} from '#shared/jobs/jobs.ts';
import { registerJobProgressStream } from './progress-stream.ts';

export function jobsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { jobs, database, clock, env } = dependencies;
  const queries = database.foreground;

  function statusOf(
    { key, text, cron }: Schedule,
    paused: readonly PausedSchedule[],
  ): ScheduleStatus {
    const pause = paused.find(({ schedule }) => schedule === key);
    const next = pause === undefined ? nextOccurrence(cron, env.BUSINESS_TIME_ZONE, clock()) : null;
    return {
      key,
      text,
      nextAt: next?.toISOString() ?? null,
      paused: pause === undefined ? null : { at: pause.at.toISOString(), by: pause.by },
    };
  }

  route(app, getJobs, async () => {
    const names = jobs.known.map(({ name }) => name);
    const [last, medians, paused, troubles] = await Promise.all([
      findNewestRunPerJob(queries, names),
      findMedianRunSecondsByJob(queries, names),
      pausedSchedules(queries),
      jobTroubles(queries, jobs.known),
    ]);
    const withoutRun = jobs.known.filter(({ name }) => !last.some(({ job }) => job === name));
    const resultTimes = new Map<string, string | null>();
    for (const { name, lastResultAt } of withoutRun)
      resultTimes.set(name, (await lastResultAt?.(queries))?.toISOString() ?? null);
    const rows = jobs.known.map((known) => {
      const { name, words, does = null, backfill = null, schedules } = known;
      const run = last.find(({ job }) => job === name);
      return {
        job: name,
        title: words?.title ?? name,
        resultAt: resultTimes.get(name) ?? null,
        does,
        backfill,
        schedules: schedules.map((schedule) => statusOf(schedule, paused)),
        lastRun: run === undefined ? null : toJobRun(run, known),
        medianSeconds: medians.get(name) ?? null,
        trouble: troubles.find(({ job }) => job === name) ?? null,
      };
    });
    return { rows, timeZone: env.BUSINESS_TIME_ZONE };
  });

  route(app, getJobRuns, async () => ({ rows: await jobs.recentRuns() }));

  route(app, getJobRun, async ({ params: { jobRunId } }) => {
    const row = await findRunWithLog(queries, jobRunId);
    if (row === undefined) throw notFound('This run');
    const job = jobs.known.find(({ name }) => name === row.job);
    return { run: toJobRun(row, job), log: row.log };
  });

  route(app, postJobRun, async ({ body, user }) => {
    const run = await jobs.runNow(body.job, body.range);
    await writeAudit(queries, {
      at: clock(),
      actor: user.id,
      action: 'job.run',
      objectType: 'job_run',
      objectId: run.jobRunId,
      detail: { job: run.job, ...(body.range && { range: body.range }) },
    });
    return run;
  });

  route(app, postSchedulePause, async ({ params: { key }, body: { isPaused }, user }) => {
    const schedule = jobs.known
      .flatMap(({ schedules }) => schedules)
      .find((each) => each.key === key);
    if (schedule === undefined) throw notFound('This schedule');
    const at = clock();
    await queries.transaction().execute(async (transaction) => {
      if (!(await setSchedulePaused(transaction, key, isPaused ? { at, by: user.id } : null)))
        return;
      const action = isPaused ? 'schedule.pause' : 'schedule.resume';
      await writeAudit(transaction, {
        at,
        actor: user.id,
        action,
        objectType: 'schedule',
        objectId: key,
      });
    });
    return statusOf(schedule, await pausedSchedules(queries));
  });

  registerJobProgressStream(app, dependencies);
}
