import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { inPieces } from '#server/core/db/pieces.ts';
import type { Merge, MergeCounts } from './merge.ts';

/** Merges the staged rows in pieces of some institutions; `mergePiece` gets the condition that tells its rows. */
export async function mergeByInstitution(
  staging: 'entitlement_staging' | 'contract_staging' | 'loss_staging' | 'contact_staging',
  merge: Merge,
  mergePiece: (transaction: Queries, piece: RawBuilder<unknown>, merge: Merge) => Promise<MergeCounts>,
): Promise<void> {
  await inPieces(merge.transact, 0, async (transaction, after, rows) => {
    const { rows: found } = await sql<{ last: number | null }>`
        select max(institution_id) as last
        from (
          select institution_id from ${sql.table(staging)}
          where import_id = ${merge.importId}::uuid and institution_id > ${after}
          order by institution_id limit ${rows}
        ) next`.execute(transaction);
    const last = found[0]?.last ?? undefined;
    if (last === undefined) return undefined;
    const piece = sql`import_id = ${merge.importId}::uuid and institution_id > ${after} and institution_id <= ${last}`;
    await merge.keep(transaction, await mergePiece(transaction, piece, merge));
    return last;
  });
}

/** One row that counts `outcome`s of the name. */
export const outcomeCounts = sql`
  select count(*) filter (where outcome = 'added') as added, count(*) filter (where outcome = 'changed') as changed,
         count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'superseded') as superseded,
         count(*) filter (where outcome = 'skipped') as skipped
  from outcome`;

export const nothingMerged: MergeCounts = { added: 0, changed: 0, unchanged: 0, superseded: 0 };
