import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';

export async function removeDemoProspects(
  transaction: Queries,
  { prospects }: DemoUsersAndProspects,
): Promise<void> {
  await sql`delete from prospect where prospect_id <= ${prospects} or place_id like 'demo-%'`.execute(
    transaction,
  );
  await sql`delete from place where place_id like 'demo-%'`.execute(transaction);
}
