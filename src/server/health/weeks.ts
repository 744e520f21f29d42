import type { Queries } from '#server/db/database.ts';
import type { Clock } from '#server/dependencies.ts';
import { addDays, type Day, dayIn, weekEndOf, weekStartOf } from '#shared/dates.ts';
import { currentRules, type RulesVersion } from './queries.ts';
import { officialTables, scoreStatement } from './score-statement.ts';
import { withWholeImports } from './usage-turn-queries.ts';
import { claimWeek, firstOpenWeek, gatherStatistics, newestWeekBut, officialFigures, preferMemory } from './week-queries.ts';

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
  const first = await firstOpenWeek(database);
  const weeks: Day[] = [];
  for (let week = first; week !== null && week <= last; week = addDays(week, 7)) weeks.push(week);
  // Fresh imports have no statistics yet, and the embedded database gathers none by itself.
  if (weeks.length > 1) await gatherStatistics(database);
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
  return withWholeImports(database, async (transaction) => {
    const claimed = await claimWeek(transaction, week, version.id, clock());
    if (!claimed) return 'already closed';
    const previous = await newestWeekBut(transaction, week);
    if (previous && addDays(previous.weekStart, 7) !== week)
      throw new WeekOutOfOrder(
        `After the week of ${previous.weekStart} comes the week of ${addDays(previous.weekStart, 7)}, not of ${week}.`,
      );
    await preferMemory(transaction);
    const { rows } = await scoreStatement({
      weekStart: week,
      asOfDay: weekEndOf(week),
      rules: version.rules,
      rulesVersion: version.id,
      previous,
      ...officialFigures(week),
      into: officialTables,
      from: officialTables,
      madeAt: undefined,
    }).execute(transaction);
    const institutions = rows[0]?.institutions ?? 0;
    await transaction.updateTable('official_week').set({ institutions }).where('week_start', '=', week).execute();
    return { institutions };
  });
}
