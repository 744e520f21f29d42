import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { conflict } from '#server/core/errors.ts';

export interface MergedInto {
  prospectId: number;
  /** Name of the merged prospect. */
  name: string;
  /** Id and name of the prospect that remains after all merges. */
  keptId: number;
  keptName: string;
}

/** Returns the SQL condition that a prospect was not merged into another. */
export const isRemainingSql = (prospectId: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from prospect_merge merged where merged.prospect_id = ${prospectId} and merged.undone_at is null)`;

/** Returns the merged prospects among the given ones, each with the prospect that remains. */
export async function findMergedProspects(
  queries: Queries,
  prospectIds: readonly number[],
): Promise<MergedInto[]> {
  const { rows } = await sql<MergedInto>`
    select m.prospect_id as "prospectId", m.undo_data->>'otherName' as name, n.prospect_id as "keptId", n.name as "keptName"
    from prospect_merge m join prospect_name n on n.prospect_id = m.merged_into
    where m.undone_at is null and m.prospect_id = any(${[...prospectIds]}::bigint[])
    order by m.prospect_id`.execute(queries);
  return rows;
}

/** Throws a 409 error when one of the prospects was merged into another. */
export async function refuseMergedProspects(
  queries: Queries,
  prospectIds: readonly number[],
): Promise<void> {
  const [merged] = await findMergedProspects(queries, prospectIds);
  if (merged === undefined) return;
  const { name, keptName } = merged;
  throw conflict(
    name === keptName
      ? `${name} was merged into another prospect. Reload the page to see it.`
      : `${name} was merged into ${keptName}. Open ${keptName} instead.`,
  );
}

/**
 * Returns `true` when a prospect exists, and prevents its merge until the transaction ends. Throws
 * a 409 error when it was merged into another.
 */
export async function holdProspect(transaction: Queries, prospectId: number): Promise<boolean> {
  // Every other change locks this row first, because a trigger counts it. The same order prevents
  // deadlocks.
  await sql`select from list_version where list = 'prospects' for update`.execute(transaction);
  const { rows } =
    await sql`select from prospect where prospect_id = ${prospectId}::bigint for key share`.execute(
      transaction,
    );
  await refuseMergedProspects(transaction, [prospectId]);
  return rows.length > 0;
}
