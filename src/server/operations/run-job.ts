import Fastify from 'fastify';
import { watchClock } from '../core/clock/guard.ts';
import type { Database } from '../db/database.ts';
import type { Clock, Dependencies } from '../dependencies.ts';
import type { Env } from '../env.ts';
import { JobBusy, runHere } from '../jobs/here.ts';
import { recentRuns } from '../jobs/queries.ts';
import { toJobRun } from '../jobs/run.ts';
import type { Job } from '../jobs.ts';
import { withProgress } from '../progress.ts';
import { localCrm } from '../providers/crm-local.ts';
import { localPlaces } from '../providers/places-local.ts';

/** What a command works with. */
export interface Surroundings {
  database: Database;
  env: Env;
  clock: Clock;
}

/** Runs a job in this process and shows how far it is. It ends early when it is stopped by hand. */
export async function runJob(surroundings: Surroundings, job: Job): Promise<void> {
  const stop = new AbortController();
  const stopByHand = () => stop.abort(new Error('Stopped by hand.'));
  process.once('SIGINT', stopByHand);
  try {
    await withProgress(job.name, (update) =>
      runHere(dependenciesOf(surroundings), job, {
        signal: stop.signal,
        onProgress: ({ done, total, note }) => update(done, total, note),
      }),
    );
  } finally {
    process.off('SIGINT', stopByHand);
  }
}

function dependenciesOf({ database, env, clock }: Surroundings): Dependencies {
  const noSignIn = () => Promise.reject(new Error('Nobody signs in to a command.'));
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
