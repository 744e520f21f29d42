import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import { currentRules } from './rules/rules-queries.ts';
import { benchmarksInPieces, scoreInPieces } from './score-pieces.ts';
import { nextProvisionalTables, officialTables, type ScoreRun } from './score-sql.ts';
import { withScoringTurn } from './usage-turn-queries.ts';
import { clearNextProvisional, lacksProvisional, lastReportIn, officialWeek, runningFigures, showNextProvisional } from './week-queries.ts';

/** Scores the 28 days that end with the last reported day before `businessDate` and puts them in place of the ones before. */
export async function scoreProvisionally(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<{ institutions: number; asOfDay: Day }> {
  return withScoringTurn(database, async (turn) => {
    const run = await provisionalRun(database, businessDate, clock);
    await turn.transact(clearNextProvisional);
    const institutions = await scoreInPieces(turn, run);
    await showNextProvisional(turn.transact);
    return { institutions, asOfDay: run.asOfDay };
  });
}

/** Makes provisional scores where weeks are closed and there are none: a boot that was killed may not have come that far. */
export async function ensureProvisional(database: Queries, businessDate: Day, clock: Clock): Promise<void> {
  if (await lacksProvisional(database)) await scoreProvisionally(database, businessDate, clock);
}

/** Makes the running benchmarks anew and leaves the provisional scores as they are. */
export async function refreshBenchmarks(database: Queries, businessDate: Day, clock: Clock): Promise<{ groups: number; asOfDay: Day }> {
  return withScoringTurn(database, async (turn) => {
    const run = await provisionalRun(database, businessDate, clock);
    await turn.transact(clearNextProvisional);
    const { groups } = await benchmarksInPieces(turn, run);
    await showNextProvisional(turn.transact, ['benchmark_provisional']);
    return { groups, asOfDay: run.asOfDay };
  });
}

async function provisionalRun(database: Queries, businessDate: Day, clock: Clock): Promise<ScoreRun> {
  const version = await currentRules(database, clock());
  const asOfDay = await lastReportedDay(database, addDays(businessDate, -1));
  const weekStart = weekStartOf(asOfDay);
  const previous = await officialWeek(database, addDays(weekStart, -7));
  return {
    weekStart,
    asOfDay,
    rules: version.rules,
    rulesVersion: version.id,
    previous: previous && { ...previous, tables: officialTables(previous.version) },
    figures: runningFigures(weekStart, asOfDay),
    into: nextProvisionalTables,
    madeAt: clock(),
  };
}

/** The last day up to `yesterday` on which a feed reported in that week; without one, the Saturday before. */
async function lastReportedDay(database: Queries, yesterday: Day): Promise<Day> {
  const week = weekStartOf(yesterday);
  const reported = await lastReportIn(database, week);
  if (reported === null) return weekEndOf(addDays(week, -7));
  return reported < yesterday ? reported : yesterday;
}
