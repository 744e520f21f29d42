import { type RawBuilder, sql } from 'kysely';
import { runInBatches } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { MergeCounts, MergeRowFilter, StagedImportRun } from './merge.ts';

type MergePiece = (
  transaction: Queries,
  piece: RawBuilder<unknown>,
  merge: StagedImportRun,
) => Promise<MergeCounts>;

/**
 * Merges staged rows in batches of institutions. `mergePiece` receives the SQL condition that
 * selects the rows of a batch.
 */
export const mergeInInstitutionBatches = (
  staging: 'entitlement_staging' | 'contract_staging' | 'loss_staging' | 'contact_staging',
  merge: StagedImportRun,
  mergePiece: MergePiece,
): Promise<void> => mergeBy('institution_id', 0, staging, merge, mergePiece);

/**
 * Merges staged rows of prospects, which have no institution, in batches ordered by external id.
 */
export const mergeInExternalIdBatches = (
  staging: 'prospect_staging',
  merge: StagedImportRun,
  mergePiece: MergePiece,
): Promise<void> => mergeBy('external_id', '', staging, merge, mergePiece);

async function mergeBy<Key extends number | string>(
  column: string,
  start: Key,
  staging: string,
  merge: StagedImportRun,
  mergePiece: MergePiece,
): Promise<void> {
  const key = sql.ref(column);
  await runInBatches<Key>(
    merge.transact,
    start,
    async (transaction, after, rows) => {
      const { rows: found } = await sql<{ last: Key | null }>`
        select max(${key}) as last
        from (
          select ${key} from ${sql.table(staging)}
          where import_id = ${merge.importId}::uuid and ${key} > ${after}
          order by ${key} limit ${rows}
        ) next`.execute(transaction);
      const last = found[0]?.last ?? undefined;
      if (last === undefined) return undefined;
      const piece = sql`import_id = ${merge.importId}::uuid and ${key} > ${after} and ${key} <= ${last}`;
      await merge.keep(transaction, await mergePiece(transaction, piece, merge));
      return last;
    },
    merge.pieceMs,
  );
}

/**
 * Returns the SQL steps that add an `outcome` to each row of `incoming`. The outcome follows from
 * `nth`, `is_known` and the comparison of `known` with `values`.
 */
export const addOutcomeStepsSql = (takes: MergeRowFilter, values: RawBuilder<unknown>) => sql`
    aimed as materialized (
      select *, case
                  when nth > 1 then 'superseded'
                  when not case when is_known then ${takes.known}::boolean else ${takes.new}::boolean end then 'skipped'
                  when not is_known then 'added'
                  when known is distinct from (${values}) then 'changed'
                  else 'unchanged'
                end as outcome
      from incoming
    ), outcome as (select outcome from aimed)`;

/** Query that counts the rows by `outcome`. */
export const countRowsByOutcomeSql = sql`
  select count(*) filter (where outcome = 'added') as added, count(*) filter (where outcome = 'changed') as changed,
         count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'superseded') as superseded,
         count(*) filter (where outcome = 'skipped') as skipped
  from outcome`;

export const emptyMergeCounts: MergeCounts = { added: 0, changed: 0, unchanged: 0, superseded: 0 };
