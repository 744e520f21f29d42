import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { z } from 'zod';
import { reopeningSchema } from '#shared/reopening.ts';
import { watchClock } from '../core/clock/guard.ts';
import { type Database, DatabaseInUse } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { withDemo } from '../demo/jobs.ts';
import type { Dependencies } from '../dependencies.ts';
import { BadSettings, type Env } from '../env.ts';
import { readSettings } from '../env-file.ts';
import { healthJobs } from '../health/jobs.ts';
import { askForReopening, reopeningJob } from '../health/reopening.ts';
import { JobBusy, runHere } from '../jobs/here.ts';
import { lastRuns, recentRuns } from '../jobs/queries.ts';
import { toJobRun } from '../jobs/run.ts';
import type { Job } from '../jobs.ts';
import { withProgress } from '../progress.ts';
import { localCrm } from '../providers/crm-local.ts';
import { localPlaces } from '../providers/places-local.ts';
import { finishAbandonedImports } from './imports/import.ts';
import { describeJobs } from './jobs-list.ts';

const allJobs = withDemo(healthJobs);

const usage = `Usage:
  npm run jobs -- list        the jobs, their times, last and next run
  npm run jobs -- run NAME    run a job now, in this process
  npm run jobs -- reopen --from SUNDAY --reason TEXT
                              make the official weeks from SUNDAY on again from today's facts; the versions before are kept
Jobs: ${allJobs.map((job) => job.name).join(', ')}`;

/** A call of the command that makes no sense. */
class BadCall extends Error {}

async function main([command, ...words]: string[]): Promise<void> {
  const [name, ...rest] = words;
  if (command === 'list' && name === undefined) return withDatabase(list);
  if (command === 'reopen') return reopen(words);
  if (command !== 'run' || name === undefined || rest.length > 0) throw new BadCall(usage);
  const job = jobNamed(name);
  return withDatabase((env, database) => run(env, database, job));
}

/** Official weeks made again, by whoever may use the command line. */
async function reopen(words: string[]): Promise<void> {
  const wish = reopeningSchema.safeParse({ ...reopeningOptions(words), reopeningId: randomUUID() });
  if (!wish.success) throw new BadCall(`${z.prettifyError(wish.error)}\n${usage}`);
  await withDatabase(async (env, database) => {
    await askForReopening(database.jobs, { ...wish.data, askedBy: 'command line' }, new Date());
    await run(env, database, jobNamed(reopeningJob));
  });
}

function reopeningOptions(words: string[]): { fromWeek: string | undefined; reason: string | undefined } {
  try {
    const { values } = parseArgs({ args: words, options: { from: { type: 'string' }, reason: { type: 'string' } } });
    return { fromWeek: values.from, reason: values.reason };
  } catch (error) {
    throw new BadCall(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function jobNamed(name: string): Job {
  const job = allJobs.find((each) => each.name === name);
  if (job === undefined) throw new BadCall(`There is no job named ${name}. The jobs are ${allJobs.map((each) => each.name).join(', ')}.`);
  return job;
}

async function withDatabase(use: (env: Env, database: Database) => Promise<void>): Promise<void> {
  const env = readSettings();
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  try {
    await migrate(database);
    for (const sentence of await finishAbandonedImports(database, () => new Date())) console.log(sentence);
    await use(env, database);
  } finally {
    await database.close();
  }
}

async function list(env: Env, database: Database): Promise<void> {
  console.log(describeJobs(allJobs, await lastRuns(database.jobs), env.BUSINESS_TIME_ZONE, new Date()));
}

async function run(env: Env, database: Database, job: Job): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('Stopped by hand.')));
  const startedAt = performance.now();
  await withProgress(job.name, (update) =>
    runHere(dependenciesOf(env, database), job, {
      signal: stop.signal,
      onProgress: ({ done, total, note }) => update(done, total, note),
    }),
  );
  console.log(`${job.name} succeeded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function dependenciesOf(env: Env, database: Database): Dependencies {
  const noSignIn = () => Promise.reject(new Error('Nobody signs in to a command.'));
  const clock = () => new Date();
  return {
    env,
    database,
    clock,
    clockGuard: watchClock(database, clock),
    identity: { begin: noSignIn, finish: noSignIn, signOutUrl: async () => null, isDown: () => false },
    crm: localCrm(database.requests),
    places: localPlaces(database.requests),
    jobs: {
      runNow: () => Promise.reject(new JobBusy('A command runs one job at a time.')),
      recent: async () => (await recentRuns(database.jobs, 100)).map(toJobRun),
      stop: async () => undefined,
    },
    log: Fastify({ logger: { level: env.LOG_LEVEL } }).log,
  };
}

function explain(error: unknown): string {
  if (error instanceof BadSettings) return `These settings cannot be used (see .env.example):\n${error.message}`;
  if (error instanceof DatabaseInUse)
    return `${error.message}\nWhile a server runs on it, an admin can start a job there: POST /api/jobs/runs with {"job": "NAME"}.`;
  return error instanceof Error ? error.message : String(error);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
