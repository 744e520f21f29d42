import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Prevents imports from starting until the transaction ends. Returns the source of an active
 * import; `undefined` without one.
 */
export async function blockImportStarts(transaction: Queries): Promise<string | undefined> {
  await sql`lock table import_run in share row exclusive mode`.execute(transaction);
  const found = await transaction
    .selectFrom('import_run')
    .select('source')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst();
  return found?.source;
}
