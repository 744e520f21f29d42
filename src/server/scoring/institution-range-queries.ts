import { type RawBuilder, sql } from 'kysely';
import { type RunTransaction, runInBatches } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';

/** Institutions with ids above `after` and up to `last` (included). */
export interface InstitutionRange {
  after: number;
  last: number;
}

export const institutionRangeConditionSql = (
  { after, last }: InstitutionRange,
  column: string,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`;

/** Cost of scoring a week of one institution, relative to importing one row. */
const rowsOfInstitution = 4;

/**
 * Calls `work` for all institutions in several transactions. Each transaction gets one range of
 * ids.
 */
export const runInInstitutionPieces = (
  transact: RunTransaction,
  work: (transaction: Queries, range: InstitutionRange) => Promise<void>,
  pieceMs?: number,
): Promise<void> =>
  runInBatches(
    transact,
    0,
    async (transaction, after, rows) => {
      const last = await institutionAfter(transaction, after, Math.ceil(rows / rowsOfInstitution));
      await work(transaction, { after, last: last ?? Number.MAX_SAFE_INTEGER });
      return last;
    },
    pieceMs,
  );

/**
 * Returns the id that is `places` positions after `id` in the list of institution ids; `undefined`
 * when fewer institutions follow.
 */
async function institutionAfter(
  database: Queries,
  id: number,
  places: number,
): Promise<number | undefined> {
  const found = await database
    .selectFrom('institution')
    .select('institution_id')
    .where('institution_id', '>', id)
    .orderBy('institution_id')
    .offset(places - 1)
    .limit(1)
    .executeTakeFirst();
  return found?.institution_id;
}
