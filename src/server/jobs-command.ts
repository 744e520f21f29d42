import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  parseCommandArguments,
  runCommand,
  withMigratedDatabase,
} from '#server/admin/commands/command.ts';
import { runJobFromCommand } from '#server/admin/commands/run-job.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { formatJobScheduleReport } from '#server/core/jobs/describe.ts';
import { findNewestRunPerJob } from '#server/core/jobs/history-queries.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { recordReopeningRequest } from '#server/scoring/reopening/reopening.ts';
import { type DayRange, dayRangeSchema } from '#shared/core/jobs/job-runs.ts';
import { reopeningJobName, reopeningSchema } from '#shared/scoring/reopening.ts';
import { allJobSchedules, allJobs } from './rooms.ts';

const backfillable = allJobs
  .filter(({ backfill }) => backfill !== undefined)
  .map(({ name }) => name);
const usage = `Usage:
  npm run jobs -- list        the jobs, their times, last and next run
  npm run jobs -- run NAME    run a job now, in this process
  npm run jobs -- run NAME --from DAY --to DAY
                              run it for each of these past days or weeks, oldest first: ${backfillable.join(', ')}
  npm run jobs -- reopen --from SUNDAY --reason TEXT
                              recompute the official weeks from SUNDAY on with today's facts; earlier versions are kept
Jobs: ${allJobs.map((job) => job.name).join(', ')}`;

async function main([command, ...words]: string[]): Promise<void> {
  if (command === 'list' && words.length === 0) return withMigratedDatabase(list);
  if (command === 'reopen') return reopen(words);
  if (command !== 'run') throw new CannotContinueError(usage);
  const { name, range } = parseRun(words);
  const job = jobNamed(name);
  return withMigratedDatabase((database, env) => run(database, env, job, range));
}

function parseRun(words: string[]): { name: string; range: DayRange | undefined } {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  const { values, positionals } = parseCommandArguments(
    { args: words, allowPositionals: true, options },
    usage,
  );
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new CannotContinueError(usage);
  if (values.from === undefined && values.to === undefined) return { name, range: undefined };
  const range = dayRangeSchema.safeParse(values);
  if (!range.success) throw new CannotContinueError(`${z.prettifyError(range.error)}\n${usage}`);
  return { name, range: range.data };
}

/** Recomputes official weeks from the command line. */
async function reopen(words: string[]): Promise<void> {
  const request = reopeningSchema.safeParse({
    ...reopeningOptions(words),
    reopeningId: randomUUID(),
  });
  if (!request.success)
    throw new CannotContinueError(`${z.prettifyError(request.error)}\n${usage}`);
  await withMigratedDatabase(async (database, env) => {
    await recordReopeningRequest(
      database.background,
      { ...request.data, askedBy: 'command line' },
      new Date(),
    );
    await run(database, env, jobNamed(reopeningJobName));
  });
}

function reopeningOptions(words: string[]): {
  fromWeek: string | undefined;
  reason: string | undefined;
} {
  const { values } = parseCommandArguments(
    { args: words, options: { from: { type: 'string' }, reason: { type: 'string' } } },
    usage,
  );
  return { fromWeek: values.from, reason: values.reason };
}

function jobNamed(name: string): Job {
  const job = allJobs.find((each) => each.name === name);
  if (job === undefined)
    throw new CannotContinueError(
      `There is no job named ${name}. The jobs are ${allJobs.map((each) => each.name).join(', ')}.`,
    );
  return job;
}

async function list(database: Database, env: Env): Promise<void> {
  const names = allJobs.map(({ name }) => name);
  console.log(
    formatJobScheduleReport(
      { jobs: allJobs, schedules: allJobSchedules },
      await findNewestRunPerJob(database.background, names),
      env.BUSINESS_TIME_ZONE,
      new Date(),
    ),
  );
}

async function run(database: Database, env: Env, job: Job, range?: DayRange): Promise<void> {
  const startedAt = performance.now();
  await runJobFromCommand({ database, env, clock: () => new Date() }, job, range);
  console.log(`${job.name} succeeded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

await runCommand(() => main(process.argv.slice(2)));
