import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import { inPieces } from '#server/db/pieces.ts';
import { insertOnce } from '#server/db/writes.ts';
import { addDays, type Day, weekStartOf } from '#shared/dates.ts';
import { type Benchmark, defaultHealthRules, type Freshness, type HealthRules, type HealthTier } from '#shared/health.ts';
import { benchmarkFrom } from './benchmark-table-rules.ts';
import type { InstitutionFacts, ScoredWeek } from './rules.ts';
import { withWholeImports } from './usage-turn-queries.ts';
import { newestWeek } from './week-queries.ts';

/**
 * Makes usage_week and feed_week anew from usage_daily for every week that meets the range, in pieces of some institutions.
 * Only what has daily rows is touched, so that weeks loaded without days keep their figures.
 */
export async function rollUpWeeks(database: Queries, from: Day, to: Day): Promise<void> {
  for (let week = weekStartOf(from); week <= to; week = addDays(week, 7))
    await inPieces(
      (work) => withWholeImports(database, work),
      0,
      async (transaction, after, institutions) => {
        const last = await institutionAfter(transaction, after, institutions);
        await rollUpPiece(transaction, week, after, last);
        return last;
      },
    );
}

/** The institution that comes some places after an id; undefined when fewer follow. */
async function institutionAfter(database: Queries, id: number, places: number): Promise<number | undefined> {
  const found = await database
    .selectFrom('institution')
    .select('institution_id')
    .where('institution_id', '>', id)
    .orderBy('institution_id')
    .offset(places - 1)
    .limit(1)
    .executeTakeFirst();
  return found?.institution_id;
}

async function rollUpPiece(transaction: Queries, week: Day, after: number, last: number = Number.MAX_SAFE_INTEGER): Promise<void> {
  const days = Array.from({ length: 7 }, (_, day) => addDays(week, day));
  const rows = sql`from usage_daily where day = any(${days}::date[]) and institution_id > ${after} and institution_id <= ${last}`;
  await sql`
    insert into usage_week (institution_id, location_id, product, week_start, value)
    select institution_id, location_id, product, ${week}::date, sum(value) ${rows}
    group by institution_id, location_id, product
    on conflict (institution_id, location_id, product, week_start) do update set value = excluded.value
    where usage_week.value <> excluded.value`.execute(transaction);
  await sql`
    insert into feed_week (institution_id, location_id, week_start, last_report_on)
    select institution_id, location_id, ${week}::date, max(day) ${rows}
    group by institution_id, location_id
    on conflict (institution_id, location_id, week_start) do update set last_report_on = excluded.last_report_on
    where feed_week.last_report_on < excluded.last_report_on`.execute(transaction);
}

export interface RulesVersion {
  id: number;
  rules: HealthRules;
}

/** The rules that hold now; the first call on a new database keeps the default rules as version 1. */
export async function currentRules(database: Queries, now: Date): Promise<RulesVersion> {
  const newest = () =>
    database
      .selectFrom('rules_version')
      .select(['rules_version_id as id', 'rules'])
      .orderBy('rules_version_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const found = await newest();
  if (found) return found;
  const first = { rules_version_id: 1, rules: JSON.stringify(defaultHealthRules), note: 'The first rules', created_at: now };
  await insertOnce(database.insertInto('rules_version').values(first));
  return (await newest()) ?? { id: 1, rules: defaultHealthRules };
}

/** What the health record takes from outside of scoring; undefined for an unknown institution. */
export async function institutionFacts(database: Queries, institution: number): Promise<InstitutionFacts | undefined> {
  return database
    .selectFrom('institution as i')
    .select((of) => [
      'i.name',
      'i.begins_on',
      'i.live_on',
      of
        .selectFrom('crm_ticket as t')
        .select((ticket) => ticket.fn.countAll<number>().as('count'))
        .whereRef('t.institution_id', '=', 'i.institution_id')
        .$asScalar()
        .$notNull()
        .as('tickets'),
      of
        .selectFrom('location as l')
        .select('l.online_booking_link')
        .whereRef('l.institution_id', '=', 'i.institution_id')
        .where('l.online_booking_link', 'is not', null)
        .orderBy('l.location_id')
        .limit(1)
        .$asScalar()
        .as('online_booking_link'),
    ])
    .where('i.institution_id', '=', institution)
    .executeTakeFirst();
}

/** The last official weeks in which an institution was scored, newest first. */
export async function scoredWeeks(database: Queries, institution: number, count: number): Promise<ScoredWeek[]> {
  const scores = await database
    .selectFrom('score_week')
    .selectAll()
    .where('institution_id', '=', institution)
    .orderBy('week_start', 'desc')
    .limit(count)
    .execute();
  const oldest = scores.at(-1);
  if (!oldest) return [];
  const rows = await database
    .selectFrom('product_week')
    .selectAll()
    .where('institution_id', '=', institution)
    .where('week_start', '>=', oldest.week_start)
    .execute();
  const versions = await database
    .selectFrom('rules_version')
    .select(['rules_version_id', 'rules'])
    .where('rules_version_id', 'in', [...new Set(scores.map((score) => score.rules_version_id))])
    .execute();
  const rulesOf = new Map(versions.map((version) => [version.rules_version_id, version.rules]));
  const rowsOf = Map.groupBy(rows, (row) => row.week_start);
  return scores.map((score) => ({
    score,
    products: rowsOf.get(score.week_start) ?? [],
    rules: rulesOf.get(score.rules_version_id) ?? defaultHealthRules,
  }));
}

export async function provisionalScore(database: Queries, institution: number) {
  const found = await database
    .selectFrom('score_provisional')
    .select(['adoption_score', 'health_tier', 'as_of_day', 'made_at'])
    .where('institution_id', '=', institution)
    .executeTakeFirst();
  if (!found) return null;
  return {
    adoptionScore: found.adoption_score,
    healthTier: found.health_tier,
    asOfDay: found.as_of_day,
    madeAt: found.made_at.toISOString(),
  };
}

/** The locations an institution has on a day. */
export async function activeLocations(database: Queries, institution: number, day: Day): Promise<number> {
  const { count } = await database
    .selectFrom('location')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('institution_id', '=', institution)
    .where((of) => of.or([of('begins_on', 'is', null), of('begins_on', '<=', day)]))
    .where((of) => of.or([of('closed_on', 'is', null), of('closed_on', '>', day)]))
    .executeTakeFirstOrThrow();
  return count;
}

const peerLevelOrder = sql`array_position(array['all', 'tier', 'tier_and_type'], peer_level)`;

/** Benchmarks of all peer groups: the ones refreshed during the week where there are any, else the last official week's. */
export async function latestBenchmarks(database: Queries): Promise<Benchmark[]> {
  const refreshed = await database.selectFrom('benchmark_provisional').selectAll().orderBy('product').orderBy(peerLevelOrder).execute();
  if (refreshed.length > 0) return refreshed.map(benchmarkFrom);
  const week = await newestWeek(database);
  return week === null ? [] : (await officialBenchmarks(database, week.weekStart)).map(benchmarkFrom);
}

export const officialBenchmarks = (database: Queries, week: Day) =>
  database.selectFrom('benchmark_week').selectAll().where('week_start', '=', week).orderBy('product').orderBy(peerLevelOrder).execute();

/** Institutions and average score by health tier in a week. */
export const tierCounts = (
  database: Queries,
  week: Day,
): Promise<{ tier: HealthTier; institutions: number; scored: number; sum: number | null }[]> =>
  database
    .selectFrom('score_week')
    .select((of) => [
      'health_tier as tier',
      of.fn.countAll<number>().as('institutions'),
      of.fn.count<number>('adoption_score').as('scored'),
      of.fn.sum<number | null>('adoption_score').as('sum'),
    ])
    .where('week_start', '=', week)
    .groupBy('health_tier')
    .execute();

/** When scores, usage and benchmarks were last made. Usage is as old as its last refresh, or as the last day a feed reported. */
export async function freshness(database: Queries): Promise<Freshness> {
  const { rows } = await sql<{
    official_week_end: Day | null;
    scores_at: Date | null;
    provisional_at: Date | null;
    refreshed_at: Date | null;
    reported_on: Day | null;
    benchmarks_at: Date | null;
  }>`select
    (select max(week_end) from official_week) as official_week_end,
    (select max(closed_at) from official_week) as scores_at,
    (select made_at from score_provisional limit 1) as provisional_at,
    (select max(finished_at) from job_run where job = 'usage.refresh' and state = 'succeeded') as refreshed_at,
    (select max(last_report_on) from feed_week where week_start = (select max(week_start) from feed_week)) as reported_on,
    (select made_at from benchmark_provisional limit 1) as benchmarks_at`.execute(database);
  const row = rows[0];
  return {
    officialWeekEnd: row?.official_week_end ?? null,
    scoresAt: row?.scores_at?.toISOString() ?? null,
    provisionalAt: row?.provisional_at?.toISOString() ?? null,
    usageAt: row?.refreshed_at?.toISOString() ?? (row?.reported_on ? `${row.reported_on}T00:00:00.000Z` : null),
    benchmarksAt: (row?.benchmarks_at ?? row?.scores_at)?.toISOString() ?? null,
  };
}
