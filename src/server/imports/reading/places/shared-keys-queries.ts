import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Tables whose rows can be found by a natural key. */
export type NaturalKeyTableName = 'practice_key' | 'prospect';

/**
 * Returns the keys that rows should have under the current rules but cannot get. Such a key already
 * belongs to another customer or to another prospect of the source.
 */
export async function findConflictingNaturalKeys(
  queries: Queries,
  of: NaturalKeyTableName,
  source: string,
): Promise<ReadonlySet<string>> {
  const shared =
    of === 'practice_key'
      ? sql<{ key: string }>`
          select k.shared_key as key from practice_key k join practice_key other on other.natural_key = k.shared_key
          where k.shared_key is not null and other.institution_id <> k.institution_id`
      : sql<{ key: string }>`
          select p.shared_key as key from prospect p join prospect other on other.source = p.source and other.external_id = p.shared_key
          where p.source = ${source} and p.shared_key is not null`;
  const { rows } = await shared.execute(queries);
  return new Set(rows.map(({ key }) => key));
}
