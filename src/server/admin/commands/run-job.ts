import type { Clock } from '#server/core/clock/clock.ts';
import { createGuardOfMachineClock } from '#server/core/clock/guard.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import { JobBusy, runJobInProcess } from '#server/core/jobs/in-process.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { withProgressBar } from '#server/core/progress.ts';
import { createLogger } from '#server/core/telemetry/log.ts';
import { chooseCrmProvider } from '#server/crm/choose-crm.ts';
import { choosePlacesProvider } from '#server/prospects/places/choose-places.ts';
import type { DayRange } from '#shared/core/jobs/job-runs.ts';

export interface CommandDependencies {
  database: Database;
  env: Env;
  clock: Clock;
}

/** Runs a job in this process and shows its progress. Ends early on an interrupt signal. */
export async function runJobFromCommand(
  surroundings: CommandDependencies,
  job: Job,
  range?: DayRange,
): Promise<void> {
  const stop = new AbortController();
  const stopByHand = () => stop.abort(new Error('The job was interrupted.'));
  process.once('SIGINT', stopByHand);
  try {
    await withProgressBar(job.name, (update) =>
      runJobInProcess(dependenciesOf(surroundings), job, {
        range,
        signal: stop.signal,
        onProgress: ({ done, total, note }) => update(done, total, note),
      }),
    );
  } finally {
    process.off('SIGINT', stopByHand);
  }
}

function dependenciesOf({ database, env, clock }: CommandDependencies): Dependencies {
  const noSignIn = () =>
    Promise.reject(
      new Error('Sign-in is not available in jobs that are run from the command line.'),
    );
  return {
    env,
    database,
    clock,
    clockGuard: createGuardOfMachineClock(database, clock),
    identity: {
      begin: noSignIn,
      finish: noSignIn,
      signOutUrl: async () => null,
      probe: noSignIn,
      isDown: () => false,
    },
    crm: chooseCrmProvider(env, database.foreground, clock),
    places: choosePlacesProvider(env, database.foreground, clock),
    llm: null,
    jobs: {
      known: [],
      runNow: () => Promise.reject(new JobBusy('A command runs one job at a time.')),
      recentRuns: async () => [],
      stop: async () => undefined,
    },
    log: createLogger(env.LOG_LEVEL),
  };
}
