import Fastify from 'fastify';
import { type Database, DatabaseUnavailable } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import type { Dependencies } from '../dependencies.ts';
import { BadSettings, type Env, parseEnv } from '../env.ts';
import { healthJobs } from '../health/jobs.ts';
import { JobBusy, runHere } from '../jobs/here.ts';
import { lastRuns, recentRuns } from '../jobs/queries.ts';
import { toJobRun } from '../jobs/run.ts';
import type { Job } from '../jobs.ts';
import { withProgress } from '../progress.ts';
import { localCrm } from '../providers/crm-local.ts';
import { localPlaces } from '../providers/places-local.ts';
import { finishAbandonedImports } from './imports/import.ts';
import { describeJobs } from './jobs-list.ts';

const usage = `Usage:
  npm run jobs -- list        the jobs, their times, last and next run
  npm run jobs -- run NAME    run a job now, in this process
Jobs: ${healthJobs.map((job) => job.name).join(', ')}`;

/** A call of the command that makes no sense. */
class BadCall extends Error {}

async function main([command, name, ...rest]: string[]): Promise<void> {
  if (command === 'list' && name === undefined) return withDatabase(list);
  if (command !== 'run' || name === undefined || rest.length > 0) throw new BadCall(usage);
  const job = healthJobs.find((each) => each.name === name);
  if (job === undefined)
    throw new BadCall(`There is no job named ${name}. The jobs are ${healthJobs.map((each) => each.name).join(', ')}.`);
  return withDatabase((env, database) => run(env, database, job));
}

async function withDatabase(use: (env: Env, database: Database) => Promise<void>): Promise<void> {
  const env = parseEnv(process.env);
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
  console.log(describeJobs(healthJobs, await lastRuns(database.jobs), env.BUSINESS_TIME_ZONE, new Date()));
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
  return {
    env,
    database,
    clock: () => new Date(),
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
  if (error instanceof DatabaseUnavailable && !process.env.DATABASE_URL)
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
