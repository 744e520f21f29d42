import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/core/db/database.ts';

/**
 * Database that can be interrupted before a statement, as if the process had been killed. Later
 * statements fail, and committed data remains.
 */
export interface InterruptibleDatabase {
  database: Database;
  /** Sets the number of statements until the interruption. Infinity ends an interruption. */
  cutAfter(statements: number): void;
  wasCut(): boolean;
}

export function createInterruptibleDatabase(database: Database): InterruptibleDatabase {
  let left = Number.POSITIVE_INFINITY;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1;
      if (left < 0) throw new Error('cut off');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    database: {
      ...database,
      foreground: database.foreground.withPlugin(plugin),
      background: database.background.withPlugin(plugin),
    },
    cutAfter: (statements) => {
      left = statements;
    },
    wasCut: () => left < 0,
  };
}
