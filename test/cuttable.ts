import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/core/db/database.ts';

/** Database that can be cut off before a statement, like by a kill: later statements fail, and committed data stays. */
export interface CuttableDatabase {
  database: Database;
  /** Lets this many statements through; infinity ends a cut. */
  cutAfter(statements: number): void;
  wasCut(): boolean;
}

export function cuttable(database: Database): CuttableDatabase {
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
    database: { ...database, foreground: database.foreground.withPlugin(plugin), background: database.background.withPlugin(plugin) },
    cutAfter: (statements) => {
      left = statements;
    },
    wasCut: () => left < 0,
  };
}
