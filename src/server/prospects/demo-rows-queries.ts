import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';

export async function removeDemoProspects(
  transaction: Queries,
  { prospects }: DemoUsersAndProspects,
): Promise<void> {
  const demo = sql`select prospect_id from prospect where prospect_id <= ${prospects} or place_id like 'demo-%'`;
  for (const table of [
    'prospect_work',
    'prospect_fact',
    'prospect_change',
    'prospect_note',
    'prospect_task',
    'contact_suppression',
    'prospect_conversion',
  ])
    await sql`delete from ${sql.table(table)} where prospect_id in (${demo})`.execute(transaction);
  await sql`delete from prospect where prospect_id <= ${prospects} or place_id like 'demo-%'`.execute(
    transaction,
  );
  await sql`delete from place where place_id like 'demo-%'`.execute(transaction);
}

/** Returns all prospects by id. Called while the demo is created, when there are no others. */
export const findDemoProspects = (
  transaction: Queries,
): Promise<{ prospect_id: number; created_at: Date }[]> =>
  transaction
    .selectFrom('prospect')
    .select(['prospect_id', 'created_at'])
    .orderBy('prospect_id')
    .execute();
