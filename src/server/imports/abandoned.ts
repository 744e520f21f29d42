import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { finishAbandonedImports } from './import.ts';

interface Surroundings {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** Regularly finishes the imports of dead processes: killed commands and other servers. */
export function watchForAbandonedImports({ database, clock, log }: Surroundings, everyMs = 15_000): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  timer.unref();

  async function look(): Promise<void> {
    try {
      for (const sentence of await finishAbandonedImports(database, clock)) log.warn(sentence);
    } catch (error) {
      log.error({ err: error }, 'imports that were broken off are looked for again in a moment');
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
