import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import { readCurrentRules } from './rules-queries.ts';
import { computeBenchmarksInPieces, scoreWeekInPieces } from './score-pieces.ts';
import {
  officialTablesOfVersion,
  type ScoringRun,
  unpublishedProvisionalTables,
} from './score-sql.ts';
import { withScoringLease } from './scoring-lease-queries.ts';
import {
  clearNextProvisionalScores,
  findOfficialWeek,
  isMissingProvisionalScores,
  lastReportedDayOfWeek,
  publishNextProvisionalScores,
  runningWeekUsageSql,
} from './week-queries.ts';

/**
 * Scores the 28 days up to the last reported day before `businessDate`. Replaces the previous
 * provisional scores.
 */
export async function replaceProvisionalScores(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<{ institutions: number; asOfDay: Day }> {
  return withScoringLease(database, async (lease) => {
    const run = await provisionalRun(database, businessDate, clock);
    await lease.transact(clearNextProvisionalScores);
    const institutions = await scoreWeekInPieces(lease, run);
    await publishNextProvisionalScores(lease.transact);
    return { institutions, asOfDay: run.asOfDay };
  });
}

/**
 * Creates provisional scores if weeks are closed but provisional scores are missing, for example
 * after the server was killed during its first start.
 */
export async function ensureProvisionalScores(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<void> {
  if (await isMissingProvisionalScores(database))
    await replaceProvisionalScores(database, businessDate, clock);
}

/** Recomputes the provisional benchmarks without changing the provisional scores. */
export async function refreshProvisionalBenchmarks(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<{ groups: number; asOfDay: Day }> {
  return withScoringLease(database, async (lease) => {
    const run = await provisionalRun(database, businessDate, clock);
    await lease.transact(clearNextProvisionalScores);
    const { groups } = await computeBenchmarksInPieces(lease, run);
    await publishNextProvisionalScores(lease.transact, ['benchmark_provisional']);
    return { groups, asOfDay: run.asOfDay };
  });
}

async function provisionalRun(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<ScoringRun> {
  const version = await readCurrentRules(database, clock());
  const asOfDay = await lastReportedDay(database, addDays(businessDate, -1));
  const weekStart = weekStartOf(asOfDay);
  const previous = await findOfficialWeek(database, addDays(weekStart, -7));
  return {
    weekStart,
    asOfDay,
    rules: version.rules,
    rulesVersion: version.id,
    previous: previous && { ...previous, tables: officialTablesOfVersion(previous.version) },
    figures: runningWeekUsageSql(weekStart, asOfDay),
    into: unpublishedProvisionalTables,
    madeAt: clock(),
  };
}

/**
 * Returns the last day, up to `yesterday`, on which a connection reported in the week of
 * `yesterday`. Without a report, returns the Saturday before this week.
 */
async function lastReportedDay(database: Queries, yesterday: Day): Promise<Day> {
  const week = weekStartOf(yesterday);
  const reported = await lastReportedDayOfWeek(database, week);
  if (reported === null) return weekEndOf(addDays(week, -7));
  return reported < yesterday ? reported : yesterday;
}
