import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Returns SQL that selects the values that each prospect took from merged prospects. Values of the
 * newest merge take precedence. `isSelected` is a condition on the row `m` of a merge.
 */
export function takenValuesSql(isSelected: RawBuilder<unknown>) {
  const newest = (column: string) =>
    sql`(array_agg(${sql.ref(column)} order by position desc) filter (where ${sql.ref(column)} is not null))[1] as ${sql.ref(column)}`;
  return sql`select kept_id, ${sql.join(['latitude', 'longitude', 'rating', 'total_ratings', 'opening_hours'].map(newest))}
    from prospect_merge m where undone_at is null and ${isSelected} group by kept_id`;
}

/** Returns the newest merge into a prospect that was not undone; `undefined` without one. */
export const findUndoableMerge = (queries: Queries, prospectId: number) =>
  queries
    .selectFrom('prospect_merge')
    .select('merge_id')
    .where('kept_id', '=', prospectId)
    .where('undone_at', 'is', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
