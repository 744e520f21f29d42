import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';

export async function removeDemoWorkingTime(
  transaction: Queries,
  { people }: DemoUsersAndProspects,
): Promise<void> {
  await sql`delete from absence where user_id in ${people} or cover_id in ${people}`.execute(
    transaction,
  );
  await sql`delete from person_hours where user_id in ${people}`.execute(transaction);
}
