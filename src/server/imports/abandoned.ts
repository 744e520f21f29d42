import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { finishAbandonedImports } from './finish.ts';

interface Surroundings {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/**
 * Regularly finishes the imports that dead processes, such as killed commands, have left
 * unfinished.
 */
export function watchForAbandonedImports(
  { database, clock, log }: Surroundings,
  everyMs = 15_000,
): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  timer.unref();

  async function look(): Promise<void> {
    try {
      for (const sentence of await finishAbandonedImports(database, clock)) log.warn(sentence);
    } catch (error) {
      log.error(
        { err: error },
        "couldn't look for interrupted imports; the next check tries again",
      );
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
