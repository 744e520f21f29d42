import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';

export async function removeDemoDays(
  transaction: Queries,
  { people }: DemoUsersAndProspects,
): Promise<void> {
  await sql`delete from day_plan where user_id in ${people}`.execute(transaction);
}
