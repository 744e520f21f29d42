import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { IdsOf, SourceOfIds } from './id-rules.ts';

/** How many of these ids each source has, the one with most first. */
export async function sourcesOfIds(database: Queries, of: IdsOf, ids: readonly string[]): Promise<SourceOfIds[]> {
  const { rows } = await sql<SourceOfIds>`
    select external_source as source, count(distinct external_id) as ids from ${sql.table(of)}
    where external_id = any(${ids}::text[]) group by external_source order by ids desc, source`.execute(database);
  return rows;
}
