import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import { currentRules } from './rules-queries.ts';
import { benchmarkStatement, officialTables, provisionalTables, type ScoreRun, scoreStatement } from './score-statement.ts';
import { withWholeImports } from './usage-turn-queries.ts';
import {
  clearProvisional,
  clearProvisionalBenchmarks,
  lacksProvisional,
  lastReportIn,
  officialWeek,
  preferMemory,
  runningFigures,
} from './week-queries.ts';

/** Scores the 28 days that end with the last reported day before `businessDate` and puts them in place of the ones before. */
export async function scoreProvisionally(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<{ institutions: number; asOfDay: Day }> {
  const run = await provisionalRun(database, businessDate, clock);
  const institutions = await withWholeImports(database, async (transaction) => {
    await clearProvisional(transaction);
    await preferMemory(transaction);
    const { rows } = await scoreStatement(run).execute(transaction);
    return rows[0]?.institutions ?? 0;
  });
  return { institutions, asOfDay: run.asOfDay };
}

/** Makes provisional scores where weeks are closed and there are none: a boot that was killed may not have come that far. */
export async function ensureProvisional(database: Queries, businessDate: Day, clock: Clock): Promise<void> {
  if (await lacksProvisional(database)) await scoreProvisionally(database, businessDate, clock);
}

/** Makes the running benchmarks anew and leaves the provisional scores as they are. */
export async function refreshBenchmarks(database: Queries, businessDate: Day, clock: Clock): Promise<{ groups: number; asOfDay: Day }> {
  const run = await provisionalRun(database, businessDate, clock);
  const groups = await withWholeImports(database, async (transaction) => {
    await clearProvisionalBenchmarks(transaction);
    const { rows } = await benchmarkStatement(run).execute(transaction);
    return rows[0]?.groups ?? 0;
  });
  return { groups, asOfDay: run.asOfDay };
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
    previous,
    ...runningFigures(weekStart, asOfDay),
    into: provisionalTables,
    from: officialTables,
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
