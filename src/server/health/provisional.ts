import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import type { Clock } from '#server/dependencies.ts';
import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/dates.ts';
import { currentRules } from './queries.ts';
import { benchmarkStatement, provisionalTables, type ScoreRun, scoreStatement } from './score-statement.ts';

/** Scores the 28 days that end with the last reported day before `businessDate` and puts them in place of the ones before. */
export async function scoreProvisionally(
  database: Queries,
  businessDate: Day,
  clock: Clock,
): Promise<{ institutions: number; asOfDay: Day }> {
  const run = await provisionalRun(database, businessDate, clock);
  const institutions = await database.transaction().execute(async (transaction) => {
    await sql`truncate benchmark_provisional, product_provisional, score_provisional`.execute(transaction);
    const { rows } = await scoreStatement(run).execute(transaction);
    return rows[0]?.institutions ?? 0;
  });
  return { institutions, asOfDay: run.asOfDay };
}

/** Makes the running benchmarks anew and leaves the provisional scores as they are. */
export async function refreshBenchmarks(database: Queries, businessDate: Day, clock: Clock): Promise<{ groups: number; asOfDay: Day }> {
  const run = await provisionalRun(database, businessDate, clock);
  const groups = await database.transaction().execute(async (transaction) => {
    await sql`truncate benchmark_provisional`.execute(transaction);
    const { rows } = await benchmarkStatement(run).execute(transaction);
    return rows[0]?.groups ?? 0;
  });
  return { groups, asOfDay: run.asOfDay };
}

/**
 * A location's 28 days are its days of the running week so far, the three weeks before, and of the week before those
 * the part that is still missing. It is measured when it reported within the last seven days.
 */
async function provisionalRun(database: Queries, businessDate: Day, clock: Clock): Promise<ScoreRun> {
  const version = await currentRules(database, clock());
  const asOfDay = await lastReportedDay(database, addDays(businessDate, -1));
  const weekStart = weekStartOf(asOfDay);
  const day = sql`${asOfDay}::date`;
  const week = sql`${weekStart}::date`;
  const previous = await database
    .selectFrom('official_week')
    .innerJoin('rules_version', 'rules_version.rules_version_id', 'official_week.rules_version_id')
    .select(['week_start as weekStart', 'rules'])
    .where('week_start', '=', addDays(weekStart, -7))
    .executeTakeFirst();
  return {
    weekStart,
    asOfDay,
    rules: version.rules,
    rulesVersion: version.id,
    previous: previous ?? null,
    measured: sql`
      select institution_id as measured_institution, location_id as measured_location,
        case when max(week_start) = ${week} then least(max(last_report_on), ${day}) - ${week} + 1 else 0 end as days
      from feed_week where week_start between ${week} - 7 and ${week}
      group by institution_id, location_id
      having max(last_report_on) > ${day} - 7`,
    usage: sql`
      select u.institution_id, u.product, sum(u.value * case when u.week_start = ${week} - 28 then (7 - a.days) / 7.0::float8 else 1 end) as usage
      from usage_week u
      join active a on a.measured_institution = u.institution_id and a.measured_location = u.location_id
      where u.week_start between ${week} - 28 and ${week}
      group by u.institution_id, u.product`,
    into: provisionalTables,
    extra: { as_of_day: day, made_at: sql`${clock()}::timestamptz` },
  };
}

/** The last day up to `yesterday` on which a feed reported in that week; without one, the Saturday before. */
async function lastReportedDay(database: Queries, yesterday: Day): Promise<Day> {
  const week = weekStartOf(yesterday);
  const { reported } = await database
    .selectFrom('feed_week')
    .select((of) => of.fn.max('last_report_on').as('reported'))
    .where('week_start', '=', week)
    .executeTakeFirstOrThrow();
  if (reported === null) return weekEndOf(addDays(week, -7));
  return reported < yesterday ? reported : yesterday;
}
