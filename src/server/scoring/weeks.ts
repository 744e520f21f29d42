import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { Refusal } from '#server/core/errors.ts';
import { addDays, type Day, dayIn, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import { currentRules, type RulesInForce } from './rules-queries.ts';
import { officialTables, type ScoreRun, scoreStatement } from './score-statement.ts';
import { withWholeImports } from './usage-turn-queries.ts';
import {
  firstOpenWeek,
  gatherStatistics,
  insertWeek,
  lockWeeks,
  type MissingForScores,
  newestReportedDay,
  newestWeek,
  officialFigures,
  officialWeek,
  preferMemory,
} from './week-queries.ts';

/** A week that cannot be closed now: it is not the one that follows the last closed week. */
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
 * Closes every complete week that is not closed yet and whose usage has come, oldest first, each in a transaction of its own;
 * answers how many. A week in which nobody can be scored is left open: before the first closed week it is passed over, after it
 * nothing more is closed.
 */
export async function closeCompleteWeeks(
  database: Queries,
  businessDate: Day,
  clock: Clock,
  onProgress: Progress = () => {},
  signal?: AbortSignal,
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
    const outcome = await closeWeek(database, week, version, clock);
    if (outcome === 'nobody to score' && lastWeek !== null) break;
    if (outcome !== 'nobody to score') lastWeek = week;
    if (outcome !== 'nobody to score' && outcome !== 'already closed') closed += 1;
    await onProgress(index + 1, weeks.length, `week of ${week}`);
  }
  return { weeks: closed, lastWeek };
}

/** Scores all of the history that was loaded, up to the last complete week of the business calendar. */
export function backfill(database: Queries, clock: Clock, onProgress: Progress = () => {}, timeZone = 'America/Los_Angeles') {
  return closeCompleteWeeks(database, dayIn(timeZone, clock()), clock, onProgress);
}

/**
 * Scores one week and keeps it. A week that is closed already stays as it is; of two processes that close the same week one
 * does it and the other finds it done. Throws WeekOutOfOrder when it is not the week after the last closed one.
 */
export async function closeWeek(
  database: Queries,
  week: Day,
  rules: RulesInForce,
  clock: Clock,
): Promise<{ institutions: number } | 'already closed' | 'nobody to score'> {
  return withWholeImports(database, async (transaction) => {
    await lockWeeks(transaction);
    if ((await officialWeek(transaction, week)) !== null) return 'already closed';
    const previous = await newestWeek(transaction);
    if (previous && addDays(previous.weekStart, 7) !== week)
      throw new WeekOutOfOrder(
        `After the week of ${previous.weekStart} comes the week of ${addDays(previous.weekStart, 7)}, not of ${week}.`,
      );
    const institutions = await makeWeek(transaction, { week, rules, previous, reason: null }, clock);
    return institutions === 0 ? 'nobody to score' : { institutions };
  });
}

interface WeekToMake {
  week: Day;
  rules: RulesInForce;
  previous: ScoreRun['previous'];
  /** Why it is made again; null the first time. */
  reason: string | null;
}

/** Scores a week that is not closed, in the caller's transaction; answers how many institutions. With none, it stays open. */
export async function makeWeek(transaction: Queries, { week, rules, previous, reason }: WeekToMake, clock: Clock): Promise<number> {
  await preferMemory(transaction);
  const { rows } = await scoreStatement({
    weekStart: week,
    asOfDay: weekEndOf(week),
    rules: rules.rules,
    rulesVersion: rules.id,
    previous,
    ...officialFigures(week),
    into: officialTables,
    from: officialTables,
    madeAt: undefined,
  }).execute(transaction);
  const institutions = rows[0]?.institutions ?? 0;
  if (institutions > 0) await insertWeek(transaction, { week, rulesVersion: rules.id, institutions, reason }, clock());
  return institutions;
}
