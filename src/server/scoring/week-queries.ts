import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { ScoreRun } from './score-statement.ts';

/** The first week that has four weeks of usage; null without usage. */
export async function firstPossibleWeek(database: Queries): Promise<Day | null> {
  const { first } = await database
    .selectFrom('usage_week')
    .select((of) => of.fn.min<Day | null>('week_start').as('first'))
    .executeTakeFirstOrThrow();
  return first === null ? null : addDays(first, 21);
}

/** The week after the last closed one, or the first that has four weeks of usage; null without usage. */
export async function firstOpenWeek(database: Queries): Promise<Day | null> {
  const newest = await newestWeek(database);
  return newest === null ? firstPossibleWeek(database) : addDays(newest.weekStart, 7);
}

// Any number will do, as long as every process uses the same.
const weeksLock = 7_305_463;

/** Held until the transaction ends: official weeks are made one after the other, in whichever process. */
export const lockWeeks = (transaction: Queries) => sql`select pg_advisory_xact_lock(${sql.lit(weeksLock)})`.execute(transaction);

interface MadeWeek {
  week: Day;
  rulesVersion: number;
  institutions: number;
  reason: string | null;
}

/** Makes the week official, as the version after the last one that was set aside. */
export async function insertWeek(transaction: Queries, { week, rulesVersion, institutions, reason }: MadeWeek, now: Date): Promise<void> {
  const { last } = await transaction
    .selectFrom('week_version')
    .select((of) => of.fn.max<number | null>('version').as('last'))
    .where('week_start', '=', week)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await transaction
    .insertInto('official_week')
    .values({ week_start: week, week_end: weekEndOf(week), rules_version_id: rulesVersion, closed_at: now, institutions, version, reason })
    .execute();
}

/** The weeks that are closed, newest first: all, or the newest few. */
export async function officialWeekStarts(database: Queries, most?: number): Promise<Day[]> {
  const newest = database.selectFrom('official_week').select('week_start').orderBy('week_start', 'desc');
  const rows = await (most === undefined ? newest : newest.limit(most)).execute();
  return rows.map((row) => row.week_start);
}

/** A closed week, with the rules that it was made with. */
export interface OfficialWeek {
  weekStart: Day;
  weekEnd: Day;
  /** Anew when the week is made again. */
  closedAt: Date;
  rules: HealthRules;
  rulesVersion: number;
}

const closedWithRules = (database: Queries) =>
  database
    .selectFrom('official_week')
    .innerJoin('rules_version', 'rules_version.rules_version_id', 'official_week.rules_version_id')
    .select([
      'week_start as weekStart',
      'week_end as weekEnd',
      'closed_at as closedAt',
      'rules',
      'rules_version.rules_version_id as rulesVersion',
    ]);

/** As many closed weeks, newest first. */
export const newestWeeks = (database: Queries, most: number): Promise<OfficialWeek[]> =>
  closedWithRules(database).orderBy('week_start', 'desc').limit(most).execute();

/** The newest closed week; null before the first. */
export async function newestWeek(database: Queries): Promise<OfficialWeek | null> {
  return (await newestWeeks(database, 1))[0] ?? null;
}

/** A closed week with its rules; null when it is not closed. */
export async function officialWeek(database: Queries, week: Day): Promise<OfficialWeek | null> {
  return (await closedWithRules(database).where('week_start', '=', week).executeTakeFirst()) ?? null;
}

/** Those of these weeks that are closed, with the rules each was made with. */
export const officialWeeksOf = (database: Queries, weeks: readonly Day[]): Promise<OfficialWeek[]> =>
  closedWithRules(database).where('week_start', 'in', weeks).execute();

/** Room to sort and hash a week's figures, and no compiling of a statement that runs once; until the transaction ends. */
export const preferMemory = (transaction: Queries) =>
  sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(transaction);

export const gatherStatistics = (database: Queries) =>
  sql`analyze institution, location, entitlement, usage_week, feed_week`.execute(database);

/** The locations that reported in a week, and the 28-day usage that ends with it. */
export const officialFigures = (week: Day): Pick<ScoreRun, 'measured' | 'usage'> => ({
  measured: sql`select institution_id as measured_institution, location_id as measured_location from feed_week where week_start = ${week}::date`,
  usage: sql`
    select u.institution_id, u.product, sum(u.value) as usage
    from usage_week u
    where u.week_start between ${week}::date - 21 and ${week}::date
      and (u.institution_id, u.location_id) in (select measured_institution, measured_location from active)
    group by u.institution_id, u.product`,
});

/**
 * A location's 28 days are its days of the running week so far, the three weeks before, and of the week before those
 * the part that is still missing. It is measured when it reported within the last seven days.
 */
export function runningFigures(weekStart: Day, asOfDay: Day): Pick<ScoreRun, 'measured' | 'usage'> {
  const start = sql`${weekStart}::date`;
  const day = sql`${asOfDay}::date`;
  return {
    measured: sql`
      select institution_id as measured_institution, location_id as measured_location,
        case when max(week_start) = ${start} then least(max(last_report_on), ${day}) - ${start} + 1 else 0 end as days
      from feed_week where week_start between ${start} - 7 and ${start}
      group by institution_id, location_id
      having max(last_report_on) > ${day} - 7`,
    usage: sql`
      select u.institution_id, u.product, sum(u.value * case when u.week_start = ${start} - 28 then (7 - a.days) / 7.0::float8 else 1 end) as usage
      from usage_week u
      join active a on a.measured_institution = u.institution_id and a.measured_location = u.location_id
      where u.week_start between ${start} - 28 and ${start}
      group by u.institution_id, u.product`,
  };
}

/** What has to be imported before anything can be scored. */
export type MissingForScores = 'practices' | 'entitlements' | 'usage';

/** The kinds of data of which there is nothing yet, in the order in which they are imported. */
export async function allMissingForScores(database: Queries): Promise<MissingForScores[]> {
  const { rows } = await sql<Record<MissingForScores, boolean>>`
    select not exists (select from location) as practices, not exists (select from entitlement) as entitlements,
      not exists (select from usage_week) as usage`.execute(database);
  return (['practices', 'entitlements', 'usage'] as const).filter((kind) => rows[0]?.[kind]);
}

/** The first kind of data of which there is nothing yet; null when weeks can be scored. */
export async function missingForScores(database: Queries): Promise<MissingForScores | null> {
  return (await allMissingForScores(database))[0] ?? null;
}

/** Customers of a closed week who are not in it, for they were imported after it was closed. */
export async function customersOutside(database: Queries, weekEnd: Day): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::int as customers from institution i
    where coalesce(i.begins_on <= ${weekEnd}::date, true) and (i.churned_on is null or i.churned_on > ${weekEnd}::date)
      and exists (
        select from location l where l.institution_id = i.institution_id and coalesce(l.begins_on <= ${weekEnd}::date, true)
          and (l.closed_on is null or l.closed_on > ${weekEnd}::date)
      )
      and not exists (select from score_week s where s.institution_id = i.institution_id and s.week_start = ${weekEnd}::date - 6)`.execute(
    database,
  );
  return rows[0]?.customers ?? 0;
}

/** The newest day that any feed has reported, up to the day before `today`; null without usage. */
export async function newestReportedDay(database: Queries, today: Day): Promise<Day | null> {
  const { rows } = await sql<{ newest: Day | null }>`
    select least(max(last_report_on), ${today}::date - 1) as newest from feed_week
    where week_start = (select max(week_start) from feed_week where week_start <= ${today}::date)
    having max(last_report_on) is not null`.execute(database);
  return rows[0]?.newest ?? null;
}

/** The last day of a week on which any feed reported; null when none has. */
export async function lastReportIn(database: Queries, week: Day): Promise<Day | null> {
  const { reported } = await database
    .selectFrom('feed_week')
    .select((of) => of.fn.max('last_report_on').as('reported'))
    .where('week_start', '=', week)
    .executeTakeFirstOrThrow();
  return reported;
}

/** Whether weeks are closed and there are no provisional scores. */
export async function lacksProvisional(database: Queries): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select exists (select from official_week) and not exists (select from score_provisional) as lacks`.execute(database);
  return rows[0]?.lacks ?? false;
}

export const clearProvisional = (transaction: Queries) =>
  sql`truncate benchmark_provisional, product_provisional, score_provisional`.execute(transaction);

export const clearProvisionalBenchmarks = (transaction: Queries) => sql`truncate benchmark_provisional`.execute(transaction);
