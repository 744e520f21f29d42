import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { firstImportedId } from '../reading/cells/cells.ts';

/**
 * Returns the SQL for the highest id that was given to an institution or location, also to a
 * removed one. New ids are above it, so that an outdated page or link never finds another customer.
 */
export const lastAssignedIdSql = (of: 'institution' | 'location'): RawBuilder<number> =>
  sql`greatest(${sql.lit(firstImportedId - 1)}, (select max(${sql.ref(`${of}_id`)}) from ${sql.table(of)}),
    (select last_id from assigned_id where kind = ${sql.lit(of)}))`;

/** Records the highest ids of institutions and locations as given. */
export async function recordAssignedIds(transaction: Queries): Promise<void> {
  await sql`
    insert into assigned_id as known (kind, last_id)
    select kind, last_id
    from (select 'institution' as kind, max(institution_id) as last_id from institution union all select 'location', max(location_id) from location) given
    where last_id >= ${sql.lit(firstImportedId)}
    on conflict (kind) do update set last_id = excluded.last_id where excluded.last_id > known.last_id`.execute(
    transaction,
  );
}
