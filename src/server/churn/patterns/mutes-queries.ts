import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableText } from '#server/core/db/storable.ts';
import type { PatternKey } from '#shared/churn/patterns/pattern-names.ts';

export async function findMutedPatternKeys(queries: Queries): Promise<Set<string>> {
  const rows = await queries.selectFrom('churn_pattern_mute').select('pattern').execute();
  return new Set(rows.map((row) => row.pattern));
}

export async function findPatternMutes(
  queries: Queries,
): Promise<{ pattern: string; reason: string; by: string }[]> {
  const { rows } = await sql<{ pattern: string; reason: string; by: string }>`
    select m.pattern, m.reason, coalesce(person.name, 'Former user') as by from churn_pattern_mute m
    left join person on person.user_id = m.muted_by order by m.muted_at`.execute(queries);
  return rows;
}

export async function mutePattern(
  queries: Queries,
  pattern: PatternKey,
  reason: string,
  userId: string,
  now: Date,
): Promise<void> {
  await queries
    .insertInto('churn_pattern_mute')
    .values({ pattern, reason: storableText(reason), muted_by: userId, muted_at: now })
    .onConflict((conflict) =>
      conflict
        .column('pattern')
        .doUpdateSet({ reason: storableText(reason), muted_by: userId, muted_at: now }),
    )
    .execute();
}

export async function unmutePattern(queries: Queries, pattern: PatternKey): Promise<void> {
  await queries.deleteFrom('churn_pattern_mute').where('pattern', '=', pattern).execute();
}
