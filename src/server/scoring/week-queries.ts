import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { RunTransaction } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil, weekEndOf } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { scoreDataKinds } from '#shared/scoring/first-steps.ts';
import type { WeekUsageSql } from './score-sql.ts';

/** Returns the first week that has four weeks of usage; `null` without usage. */
export async function findFirstScorableWeek(database: Queries): Promise<Day | null> {
  const { first } = await database
    .selectFrom('usage_week')
    .select((of) => of.fn.min<Day | null>('week_start').as('first'))
    .executeTakeFirstOrThrow();
  return first === null ? null : addDays(first, 21);
}

/**
 * Returns the week after the last closed week. Without a closed week, returns the first week that
 * has four weeks of usage. Returns `null` without usage.
 */
export async function findFirstOpenWeek(database: Queries): Promise<Day | null> {
  const newest = await findNewestWeek(database);
  return newest === null ? findFirstScorableWeek(database) : addDays(newest.weekStart, 7);
}

interface ScoredWeek {
  week: Day;
  version: number;
  rulesVersion: number;
  institutions: number;
  /** Reason why the week was rescored; `null` for the first version. */
  reason: string | null;
}

/**
 * Returns the next version number of a week, which is one above the highest version that was ever
 * official.
 */
export async function findNextVersionOfWeek(database: Queries, week: Day): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(version), 0) as last from (
      select version from official_week where week_start = ${week}::date union all select version from week_version where week_start = ${week}::date
    ) v`.execute(database);
  return (rows[0]?.last ?? 0) + 1;
}

/** Makes a version of the week official, which makes its rows visible. */
export async function publishWeek(
  transaction: Queries,
  made: ScoredWeek,
  now: Date,
): Promise<void> {
  const { week, version, rulesVersion, institutions, reason } = made;
  await transaction
    .insertInto('official_week')
    .values({
      week_start: week,
      week_end: weekEndOf(week),
      rules_version_id: rulesVersion,
      closed_at: now,
      institutions,
      version,
      reason,
    })
    .execute();
}

const versionTables = ['benchmark_version', 'product_version', 'score_version'] as const;
const rowsPerDelete = 2_000;

/** Deletes the rows of a version that an interrupted run left. Uses several transactions. */
export async function deleteWeekVersion(
  transact: RunTransaction,
  week: Day,
  version: number,
): Promise<void> {
  for (let isLeft = true; isLeft; )
    isLeft = await transact(async (transaction) => {
      for (const table of versionTables) {
        const { numAffectedRows } =
          await sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where week_start = ${week}::date and version = ${version} limit ${rowsPerDelete}))`.execute(
            transaction,
          );
        if (numAffectedRows !== undefined && numAffectedRows > 0n) return true;
      }
      return false;
    });
}

/**
 * Returns the starts of the closed weeks, newest first: the newest `limit` weeks, or all weeks when
 * `limit` is omitted.
 */
export async function findOfficialWeekStarts(database: Queries, limit?: number): Promise<Day[]> {
  const newest = database
    .selectFrom('official_week')
    .select('week_start')
    .orderBy('week_start', 'desc');
  const rows = await (limit === undefined ? newest : newest.limit(limit)).execute();
  return rows.map((row) => row.week_start);
}

/** Closed week with the rules by which it was scored. */
export interface OfficialWeek {
  weekStart: Day;
  weekEnd: Day;
  /** Time at which the week was closed. Rescoring the week changes it. */
  closedAt: Date;
  rules: HealthRules;
  rulesVersion: number;
  version: number;
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
      'version',
    ]);

export const findNewestWeeks = (database: Queries, limit: number): Promise<OfficialWeek[]> =>
  closedWithRules(database).orderBy('week_start', 'desc').limit(limit).execute();

/** Returns the newest closed week; `null` before the first. */
export async function findNewestWeek(database: Queries): Promise<OfficialWeek | null> {
  return (await findNewestWeeks(database, 1))[0] ?? null;
}

/** Returns a closed week with its rules; `null` for a week that is not closed. */
export async function findOfficialWeek(database: Queries, week: Day): Promise<OfficialWeek | null> {
  return (
    (await closedWithRules(database).where('week_start', '=', week).executeTakeFirst()) ?? null
  );
}

/** Returns the closed weeks among `weeks`, each with its rules. */
export const findClosedWeeks = (
  database: Queries,
  weeks: readonly Day[],
): Promise<OfficialWeek[]> => closedWithRules(database).where('week_start', 'in', weeks).execute();

export const analyzeScoringTables = (database: Queries) =>
  sql`analyze institution, location, entitlement, usage_week, feed_week`.execute(database);

/**
 * Returns SQL for the usage of an official week. A location is measured when it reported in the
 * week. Its 28-day usage is the sum of this week and the three weeks before.
 */
export const officialWeekUsageSql = (week: Day): WeekUsageSql => ({
  measured: sql`select 7 as days from feed_week where institution_id = l.institution_id and location_id = l.location_id and week_start = ${week}::date`,
  weeks: listWeekStartsUntil(week, 4),
  usage: sql`u.value`,
});

/**
 * Returns SQL for the usage of the current week. A location is measured when it reported within the
 * last seven days. Its 28-day usage is the sum of the current week's elapsed days, the previous
 * three weeks, and a part of the fourth week before. This part is proportional to the days needed
 * to complete 28 days.
 */
export function runningWeekUsageSql(weekStart: Day, asOfDay: Day): WeekUsageSql {
  const start = sql`${weekStart}::date`;
  const day = sql`${asOfDay}::date`;
  return {
    measured: sql`
      select case when max(week_start) = ${start} then least(max(last_report_on), ${day}) - ${start} + 1 else 0 end as days
      from feed_week where institution_id = l.institution_id and location_id = l.location_id and week_start between ${start} - 7 and ${start}
      having max(last_report_on) > ${day} - 7`,
    weeks: listWeekStartsUntil(weekStart, 5),
    usage: sql`u.value * case when u.week_start = ${start} - 28 then (7 - a.days) / 7.0::float8 else 1 end`,
  };
}

/** Kind of data that scores need and that must be imported first. */
export type MissingScoreDataKind = (typeof scoreDataKinds)[number];

/** Returns the kinds of data that are still missing, in import order. */
export async function findMissingScoreDataKinds(
  database: Queries,
): Promise<MissingScoreDataKind[]> {
  const { rows } = await sql<Record<MissingScoreDataKind, boolean>>`
    select not exists (select from location) as practices, not exists (select from entitlement) as entitlements,
      not exists (select from usage_week) as usage`.execute(database);
  return scoreDataKinds.filter((kind) => rows[0]?.[kind]);
}

/** Returns the first kind of data that is still missing; `null` when weeks can be scored. */
export async function findFirstMissingScoreDataKind(
  database: Queries,
): Promise<MissingScoreDataKind | null> {
  return (await findMissingScoreDataKinds(database))[0] ?? null;
}

/** SQL condition that institution `i` is a customer with an open location on `day`. */
const isCustomerOn = (day: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (i.begins_on is null or i.begins_on <= ${day}) and (i.churned_on is null or i.churned_on > ${day})
  and exists (
    select from location l where l.institution_id = i.institution_id and (l.begins_on is null or l.begins_on <= ${day})
      and (l.closed_on is null or l.closed_on > ${day})
  )`;

/**
 * Returns the first week from `from` to `to` (both included) with a customer on its Saturday;
 * `null` without such a week.
 */
export async function firstWeekWithCustomers(
  database: Queries,
  from: Day,
  to: Day,
): Promise<Day | null> {
  const { rows } = await sql<{ week: Day }>`
    select w.start::date as week from generate_series(${from}::date, ${to}::date, interval '7 days') w (start)
    where exists (select from institution i where ${isCustomerOn(sql`w.start::date + 6`)})
    order by 1 limit 1`.execute(database);
  return rows[0]?.week ?? null;
}

/** Counts the customers that a closed week lacks because they were imported after it was closed. */
export async function countCustomersMissingFromWeek(
  database: Queries,
  weekEnd: Day,
): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::int as customers from institution i
    where ${isCustomerOn(sql`${weekEnd}::date`)}
      and not exists (select from score_week s where s.institution_id = i.institution_id and s.week_start = ${weekEnd}::date - 6)`.execute(
    database,
  );
  return rows[0]?.customers ?? 0;
}

/**
 * Returns the newest day on which any connection reported, at most the day before `today`; `null`
 * without usage.
 */
export async function newestReportedDay(database: Queries, today: Day): Promise<Day | null> {
  const { rows } = await sql<{ newest: Day | null }>`
    select least(max(last_report_on), ${today}::date - 1) as newest from feed_week
    where week_start = (select max(week_start) from feed_week where week_start <= ${today}::date)
    having max(last_report_on) is not null`.execute(database);
  return rows[0]?.newest ?? null;
}

/** Returns the last day of a week on which any connection reported; `null` without a report. */
export async function lastReportedDayOfWeek(database: Queries, week: Day): Promise<Day | null> {
  const { reported } = await database
    .selectFrom('feed_week')
    .select((of) => of.fn.max('last_report_on').as('reported'))
    .where('week_start', '=', week)
    .executeTakeFirstOrThrow();
  return reported;
}

/** Returns `true` when weeks are closed but provisional scores are missing. */
export async function isMissingProvisionalScores(database: Queries): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select exists (select from official_week) and not exists (select from score_provisional) as lacks`.execute(
    database,
  );
  return rows[0]?.lacks ?? false;
}

const provisionalTables = [
  'benchmark_provisional',
  'product_provisional',
  'score_provisional',
] as const;
const tableNames = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));
const nextOf = (table: string) => `${table}_next`;

export const clearNextProvisionalScores = (transaction: Queries) =>
  sql`truncate ${tableNames(provisionalTables.map(nextOf))}`.execute(transaction);

const lockNotAvailable = '55P03';
const swapRetryMs = 20;
const swapAttempts = 3_000;

/**
 * Makes the next provisional scores, or only the next benchmarks, visible by swapping tables. A
 * transaction that holds a table lock never waits for readers. Readers lock the tables in another
 * order, so waiting could cause a deadlock.
 */
export async function publishNextProvisionalScores(
  transact: RunTransaction,
  tables: readonly (typeof provisionalTables)[number][] = provisionalTables,
) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transact((transaction) => swapProvisional(transaction, tables));
    } catch (error) {
      if (
        !(error instanceof Error && 'code' in error && error.code === lockNotAvailable) ||
        attempt === swapAttempts
      )
        throw error;
      await pause(swapRetryMs);
    }
}

async function swapProvisional(transaction: Queries, tables: readonly string[]): Promise<void> {
  await sql`lock table ${tableNames([...tables, ...provisionalTables.map(nextOf)])} in access exclusive mode nowait`.execute(
    transaction,
  );
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} rename to provisional_before`.execute(transaction);
    await sql`alter table ${sql.table(nextOf(table))} rename to ${sql.table(table)}`.execute(
      transaction,
    );
    await sql`alter table provisional_before rename to ${sql.table(nextOf(table))}`.execute(
      transaction,
    );
  }
  await clearNextProvisionalScores(transaction);
}
