import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { IdKind, SourceIdCount } from './id-rules.ts';

/** Returns the number of the given ids that exist in each source, highest number first. */
export async function countIdsBySource(
  database: Queries,
  of: IdKind,
  ids: readonly string[],
): Promise<SourceIdCount[]> {
  const { rows } = await sql<SourceIdCount>`
    select external_source as source, count(distinct external_id) as ids from ${sql.table(of)}
    where external_id = any(${ids}::text[]) group by external_source order by ids desc, source`.execute(
    database,
  );
  return rows;
}
