import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import type { Clock } from '#server/dependencies.ts';
import { addDays, type Day, dayIn, weekEndOf, weekStartOf } from '#shared/dates.ts';
import { currentRules, type RulesVersion } from './queries.ts';
import { officialTables, scoreStatement } from './score-statement.ts';

/** A week that cannot be closed now: it is not the one that follows the last closed week. */
export class WeekOutOfOrder extends Error {}

export type Progress = (done: number, total: number, note: string) => Promise<void> | void;

/** Closes every complete week that is not closed yet, oldest first, each in a transaction of its own; answers how many. */
export async function closeCompleteWeeks(
  database: Queries,
  businessDate: Day,
  clock: Clock,
  onProgress: Progress = () => {},
  signal?: AbortSignal,
): Promise<{ weeks: number; lastWeek: Day | null }> {
  const version = await currentRules(database, clock());
  const last = addDays(weekStartOf(businessDate), -7);
  const first = await nextWeek(database);
  const weeks: Day[] = [];
  for (let week = first; week !== null && week <= last; week = addDays(week, 7)) weeks.push(week);
  // Fresh imports have no statistics yet, and the embedded database gathers none by itself.
  if (weeks.length > 1) await sql`analyze institution, location, entitlement, usage_week, feed_week`.execute(database);
  let closed = 0;
  for (const [index, week] of weeks.entries()) {
    signal?.throwIfAborted();
    if ((await closeWeek(database, week, version, clock)) !== 'already closed') closed += 1;
    await onProgress(index + 1, weeks.length, `week of ${week}`);
  }
  return { weeks: closed, lastWeek: weeks.at(-1) ?? null };
}

/** Scores all of the history that was loaded, up to the last complete week of the business calendar. */
export function backfill(database: Queries, clock: Clock, onProgress: Progress = () => {}, timeZone = 'America/Los_Angeles') {
  return closeCompleteWeeks(database, dayIn(timeZone, clock()), clock, onProgress);
}

/** The week after the last closed one, or the first that has four weeks of usage; null without usage. */
async function nextWeek(database: Queries): Promise<Day | null> {
  const { rows } = await sql<{ week: Day | null }>`
    select coalesce((select max(week_start) + 7 from official_week), (select min(week_start) + 21 from usage_week)) as week`.execute(
    database,
  );
  return rows[0]?.week ?? null;
}

/**
 * Scores one week and keeps it for good. A week that is closed already stays as it is; of two processes that close the
 * same week one does it and the other finds it done. Throws WeekOutOfOrder when it is not the week after the last closed one.
 */
export async function closeWeek(
  database: Queries,
  week: Day,
  version: RulesVersion,
  clock: Clock,
): Promise<{ institutions: number } | 'already closed'> {
  return database.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .insertInto('official_week')
      .values({ week_start: week, week_end: weekEndOf(week), rules_version_id: version.id, closed_at: clock(), institutions: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('week_start')
      .executeTakeFirst();
    if (!claimed) return 'already closed';
    const previous = await lastClosed(transaction, week);
    if (previous && addDays(previous.weekStart, 7) !== week)
      throw new WeekOutOfOrder(
        `After the week of ${previous.weekStart} comes the week of ${addDays(previous.weekStart, 7)}, not of ${week}.`,
      );
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(transaction);
    const { rows } = await scoreStatement({
      weekStart: week,
      asOfDay: weekEndOf(week),
      rules: version.rules,
      rulesVersion: version.id,
      previous,
      measured: sql`select institution_id as measured_institution, location_id as measured_location from feed_week where week_start = ${week}::date`,
      usage: sql`
        select u.institution_id, u.product, sum(u.value) as usage
        from usage_week u
        join active a on a.measured_institution = u.institution_id and a.measured_location = u.location_id
        where u.week_start between ${week}::date - 21 and ${week}::date
        group by u.institution_id, u.product`,
      into: officialTables,
      extra: {},
    }).execute(transaction);
    const institutions = rows[0]?.institutions ?? 0;
    await transaction.updateTable('official_week').set({ institutions }).where('week_start', '=', week).execute();
    return { institutions };
  });
}

/** The newest closed week other than this one, with its rules. */
export async function lastClosed(database: Queries, except: Day) {
  const found = await database
    .selectFrom('official_week')
    .innerJoin('rules_version', 'rules_version.rules_version_id', 'official_week.rules_version_id')
    .select(['week_start as weekStart', 'rules'])
    .where('week_start', '!=', except)
    .orderBy('week_start', 'desc')
    .executeTakeFirst();
  return found ?? null;
}
