import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import { addDays, type Day } from '#shared/core/dates.ts';

export interface PendingReopening {
  reopeningId: string;
  reason: string;
  nextWeek: Day;
}

export const findOldestPendingReopening = (
  database: Queries,
): Promise<PendingReopening | undefined> =>
  database
    .selectFrom('week_reopening')
    .select(['reopening_id as reopeningId', 'reason', 'next_week as nextWeek'])
    .where('finished_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('reopening_id')
    .executeTakeFirst();

export interface ReopeningRequest {
  reopeningId: string;
  fromWeek: Day;
  reason: string;
  /** User id, or a name such as 'command line' when no user is signed in. */
  askedBy: string;
}

/** Inserts the reopening. Returns `false` when a request with the same id exists. */
export const insertReopening = (
  database: Queries,
  request: ReopeningRequest,
  now: Date,
): Promise<boolean> =>
  insertOnce(
    database.insertInto('week_reopening').values({
      reopening_id: request.reopeningId,
      from_week: request.fromWeek,
      reason: request.reason,
      asked_by: request.askedBy,
      asked_at: now,
      next_week: request.fromWeek,
    }),
  );

export const isNextReopeningWeek = async (
  transaction: Queries,
  reopeningId: string,
  week: Day,
): Promise<boolean> =>
  (await transaction
    .selectFrom('week_reopening')
    .select('next_week')
    .where('reopening_id', '=', reopeningId)
    .where('next_week', '=', week)
    .where('finished_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/**
 * Advances the reopening to the next week. Must run in the transaction that replaces or removes the
 * current week.
 */
export async function advanceReopening(
  transaction: Queries,
  reopeningId: string,
  week: Day,
  outcome: 'made' | 'taken away' | 'nothing',
) {
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

export async function finishReopening(
  database: Queries,
  reopeningId: string,
  now: Date,
): Promise<{ made: number; takenAway: number }> {
  return database
    .updateTable('week_reopening')
    .set({ finished_at: now })
    .where('reopening_id', '=', reopeningId)
    .returning(['weeks_made as made', 'weeks_taken_away as takenAway'])
    .executeTakeFirstOrThrow();
}

/**
 * Archives the version of a closed week with the reason, and removes the week from the official
 * weeks.
 */
export async function archiveAndRemoveWeek(
  transaction: Queries,
  week: Day,
  because: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into week_version (week_start, version, rules_version_id, closed_at, institutions, reason, replaced_because, replaced_at)
    select week_start, version, rules_version_id, closed_at, institutions, reason, ${because}, ${now}::timestamptz
    from official_week where week_start = ${week}::date`.execute(transaction);
  await transaction.deleteFrom('official_week').where('week_start', '=', week).execute();
}
