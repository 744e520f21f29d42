import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

/** To be called in the transaction that changed a practice, so that every server process rebuilds its list. */
export async function practicesChanged(queries: Queries): Promise<void> {
  await sql`insert into list_version (list, version) values ('practices', 1)
    on conflict (list) do update set version = list_version.version + 1`.execute(queries);
}
