import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { StagedImportRun } from './merge.ts';

/**
 * Clears the staged names and dates of customers that an admin merged into others, because they do
 * not describe the remaining customer. Finds these customers by id or, without an id, by location.
 */
export async function clearFactsOfMergedCustomers(
  transaction: Queries,
  { importId, externalSource }: Pick<StagedImportRun, 'importId' | 'externalSource'>,
): Promise<void> {
  const found = await sql`select from merged_institution limit 1`.execute(transaction);
  if (found.rows.length === 0) return;
  const asKnown = sql`update practice_staging s set institution_name = null, created_on = null, go_live_on = null from merged_institution m`;
  await sql`${asKnown}
    where s.import_id = ${importId}::uuid and m.external_source = ${externalSource} and m.external_id = s.institution_external_id`.execute(
    transaction,
  );
  await sql`${asKnown} cross join unnest(m.location_ids) as came (location_id)
    join practice_key k on k.institution_id = m.institution_id and k.location_id = came.location_id
    where s.import_id = ${importId}::uuid and s.institution_external_id is null and s.place_key = k.natural_key`.execute(
    transaction,
  );
}
