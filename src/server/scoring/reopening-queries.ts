import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import { addDays, type Day } from '#shared/core/dates.ts';

export interface OpenReopening {
  reopeningId: string;
  reason: string;
  nextWeek: Day;
}

export const oldestOpenReopening = (database: Queries): Promise<OpenReopening | undefined> =>
  database
    .selectFrom('week_reopening')
    .select(['reopening_id as reopeningId', 'reason', 'next_week as nextWeek'])
    .where('finished_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('reopening_id')
    .executeTakeFirst();

export interface ReopeningWish {
  reopeningId: string;
  fromWeek: Day;
  reason: string;
  /** A user's id, or what stands for the command line. */
  askedBy: string;
}

/** The same reopening asked for twice is one; false for the second. */
export const insertReopening = (database: Queries, wish: ReopeningWish, now: Date): Promise<boolean> =>
  insertOnce(
    database.insertInto('week_reopening').values({
      reopening_id: wish.reopeningId,
      from_week: wish.fromWeek,
      reason: wish.reason,
      asked_by: wish.askedBy,
      asked_at: now,
      next_week: wish.fromWeek,
    }),
  );

export const isNextWeek = async (transaction: Queries, reopeningId: string, week: Day): Promise<boolean> =>
  (await transaction
    .selectFrom('week_reopening')
    .select('next_week')
    .where('reopening_id', '=', reopeningId)
    .where('next_week', '=', week)
    .where('finished_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** In the transaction that made the week, or took it away. */
export async function stepReopening(transaction: Queries, reopeningId: string, week: Day, outcome: 'made' | 'taken away' | 'nothing') {
  await transaction
    .updateTable('week_reopening')
    .set((row) => ({
      next_week: addDays(week, 7),
      weeks_made: row('weeks_made', '+', outcome === 'made' ? 1 : 0),
      weeks_taken_away: row('weeks_taken_away', '+', outcome === 'taken away' ? 1 : 0),
    }))
    .where('reopening_id', '=', reopeningId)
    .execute();
}

export async function finishReopening(database: Queries, reopeningId: string, now: Date): Promise<{ made: number; takenAway: number }> {
  return database
    .updateTable('week_reopening')
    .set({ finished_at: now })
    .where('reopening_id', '=', reopeningId)
    .returning(['weeks_made as made', 'weeks_taken_away as takenAway'])
    .executeTakeFirstOrThrow();
}

/** Keeps a closed week as it is as an old version, and takes it out of the official weeks. */
export async function setWeekAside(transaction: Queries, week: Day, because: string, now: Date): Promise<void> {
  await sql`
    insert into score_version (institution_id, week_start, version, score, products)
    select s.institution_id, s.week_start, w.version, to_jsonb(s), coalesce(p.products, '[]')
    from score_week s
    join official_week w on w.week_start = s.week_start
    left join (select institution_id, jsonb_agg(to_jsonb(product_week) order by product) as products
      from product_week where week_start = ${week}::date group by institution_id) p on p.institution_id = s.institution_id
    where s.week_start = ${week}::date`.execute(transaction);
  await sql`
    insert into week_version (week_start, version, rules_version_id, closed_at, institutions, reason, replaced_because, replaced_at, benchmarks)
    select week_start, version, rules_version_id, closed_at, institutions, reason, ${because}, ${now}::timestamptz,
      coalesce((select jsonb_agg(to_jsonb(b) order by product, peer_level, size_tier, practice_type) from benchmark_week b where b.week_start = w.week_start), '[]')
    from official_week w where week_start = ${week}::date`.execute(transaction);
  for (const table of ['score_week', 'product_week', 'benchmark_week', 'official_week'] as const)
    await transaction.deleteFrom(table).where('week_start', '=', week).execute();
}
