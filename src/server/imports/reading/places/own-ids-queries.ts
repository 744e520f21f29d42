import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Returns the id of each institution in a source, by Chairside id; `null` without such an id. */
export async function findExternalIds(
  queries: Queries,
  externalSource: string,
  ownIds: readonly string[],
): Promise<Map<string, { externalId: string | null }>> {
  if (ownIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; externalId: string | null }>`
    select institution_id::text as id, case when external_source = ${externalSource} then external_id end as "externalId"
    from institution where institution_id = any(${ownIds}::bigint[])`.execute(queries);
  return new Map(rows.map(({ id, externalId }) => [id, { externalId }]));
}
