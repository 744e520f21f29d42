import type { Queries } from '#server/core/db/database.ts';
import { unwatchedMs } from '#server/core/db/pieces.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { Refusal } from '#server/core/errors.ts';
import { addDays, type Day, dayIn, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import { currentRules, type RulesInForce } from './rules/rules-queries.ts';
import { scoreInPieces } from './score-pieces.ts';
import { officialTables } from './score-sql.ts';
import { type ScoringTurn, withScoringTurn } from './usage-turn-queries.ts';
import {
  clearVersion,
  firstOpenWeek,
  firstWeekWithCustomers,
  gatherStatistics,
  insertWeek,
  type MissingForScores,
  newestReportedDay,
  newestWeek,
  nextVersion,
  type OfficialWeek,
  officialFigures,
  officialWeek,
} from './week-queries.ts';

/** Thrown for a week that cannot be closed now: it is older than the last closed week, or skips a week with customers. */
export class WeekOutOfOrder extends Error {}

const missingInWords = {
  practices: 'there are no practices yet',
  entitlements: 'it is not known yet which products the practices may use',
  usage: 'there is no usage yet',
} as const;

/** Weeks are to be scored and there is nothing to score them from. */
export class NothingToScore extends Refusal {
  constructor(missing: MissingForScores) {
    super(`Nothing can be scored: ${missingInWords[missing]}. Load it first: npm run import -- ${missing} FILE.csv`);
  }
}

export type Progress = (done: number, total: number, note: string) => Promise<void> | void;

/** The last week whose usage has come: a feed has reported its Saturday or a later day. Null without usage. */
export async function lastWeekWithUsage(database: Queries, businessDate: Day): Promise<Day | null> {
  const newest = await newestReportedDay(database, businessDate);
  // The Sunday after a reported Saturday begins a week of its own.
  return newest === null ? null : addDays(weekStartOf(addDays(newest, 1)), -7);
}

/**
 * Closes every complete week that is not closed yet and whose usage has come, oldest first. Returns how many.
 * A week without customers is passed over and never becomes an official week.
 */
export async function closeCompleteWeeks(
  database: Queries,
  businessDate: Day,
  clock: Clock,
  onProgress: Progress = () => {},
  { signal, pieceMs }: { signal?: AbortSignal; pieceMs?: number } = {},
): Promise<{ weeks: number; lastWeek: Day | null }> {
  const version = await currentRules(database, clock());
  const last = await lastWeekWithUsage(database, businessDate);
  const first = await firstOpenWeek(database);
  const weeks: Day[] = [];
  for (let week = first; week !== null && last !== null && week <= last; week = addDays(week, 7)) weeks.push(week);
  // Fresh imports have no statistics yet, and the embedded database gathers none by itself.
  if (weeks.length > 1) await gatherStatistics(database);
  let closed = 0;
  let lastWeek: Day | null = null;
  for (const [index, week] of weeks.entries()) {
    signal?.throwIfAborted();
    const outcome = await closeWeek(database, week, version, clock, pieceMs);
    if (outcome !== 'no customers') lastWeek = week;
    if (outcome !== 'no customers' && outcome !== 'already closed') closed += 1;
    await onProgress(index + 1, weeks.length, `week of ${week}`);
  }
  return { weeks: closed, lastWeek };
}

/** Scores all of the history that was loaded, up to the last complete week of the business calendar, while nobody waits. */
export function backfill(database: Queries, clock: Clock, onProgress: Progress = () => {}, timeZone = 'America/Los_Angeles') {
  return closeCompleteWeeks(database, dayIn(timeZone, clock()), clock, onProgress, { pieceMs: unwatchedMs });
}

/**
 * Scores one week and keeps it. A week that is closed already stays as it is; of two processes that close the same week one
 * does it and the other finds it done. Throws `WeekOutOfOrder` when a later week is closed or an earlier open week has customers.
 */
export async function closeWeek(
  database: Queries,
  week: Day,
  rules: RulesInForce,
  clock: Clock,
  pieceMs?: number,
): Promise<{ institutions: number } | 'already closed' | 'no customers'> {
  return withScoringTurn(
    database,
    async (turn) => {
      if ((await officialWeek(database, week)) !== null) return 'already closed';
      const newest = await newestWeek(database);
      if (newest !== null && newest.weekStart > week)
        throw new WeekOutOfOrder(`The week of ${week} comes before the week of ${newest.weekStart}, which is closed.`);
      const skipped = newest === null ? null : await firstWeekWithCustomers(database, addDays(newest.weekStart, 7), addDays(week, -7));
      if (skipped !== null) throw new WeekOutOfOrder(`The week of ${skipped} has customers and comes before the week of ${week}.`);
      // After weeks without customers, there is no previous week to compare with.
      const previous = newest?.weekStart === addDays(week, -7) ? newest : null;
      const { version, institutions } = await makeVersion(turn, database, { week, rules, previous });
      if (institutions === 0) return 'no customers';
      await turn.transact((transaction) =>
        insertWeek(transaction, { week, version, rulesVersion: rules.id, institutions, reason: null }, clock()),
      );
      return { institutions };
    },
    pieceMs,
  );
}

interface WeekToMake {
  week: Day;
  rules: RulesInForce;
  previous: OfficialWeek | null;
}

/** Makes the next version of a week, which nobody sees before it is official; answers how many institutions are in it. */
export async function makeVersion(turn: ScoringTurn, database: Queries, { week, rules, previous }: WeekToMake) {
  const version = await nextVersion(database, week);
  await clearVersion(turn.transact, week, version);
  const institutions = await scoreInPieces(turn, {
    weekStart: week,
    asOfDay: weekEndOf(week),
    rules: rules.rules,
    rulesVersion: rules.id,
    previous: previous && { ...previous, tables: officialTables(previous.version) },
    figures: officialFigures(week),
    into: officialTables(version),
    madeAt: undefined,
  });
  return { version, institutions };
}
