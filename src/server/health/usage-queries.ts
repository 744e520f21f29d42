import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { comparableUsageSql, selectWeekPeersSql } from '#server/scoring/peers-sql.ts';
import { type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { PeerGroupLevel, SizeTier } from '#shared/core/tiers.ts';
import { locationWindowWeeks } from '#shared/health/usage.ts';

/**
 * Returns the last official week in which the institution has a score, with the scoring rules;
 * `undefined` without such a week.
 */
export const findLastScoredWeek = (database: Queries, institution: number) =>
  database
    .selectFrom('score_week as s')
    .innerJoin('rules_version as r', 'r.rules_version_id', 's.rules_version_id')
    .select(['s.week_start', 's.in_grace', 'r.rules'])
    .where('s.institution_id', '=', institution)
    .orderBy('s.week_start', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface ProductWeekRow {
  week_start: Day;
  product: ProductKey;
  entitled: boolean;
  usage: number;
  measured_locations: number;
  benchmark: number | null;
  quartile_low: number | null;
  quartile_high: number | null;
  /** Number of peers from which the benchmark and the quartiles are computed. */
  institutions: number | null;
}

/** SQL for the join with the benchmark row that the score of the product row `p` used. */
const appliedBenchmark = sql`benchmark_week b on b.week_start = p.week_start and b.product = p.product and b.peer_level = p.peer_level
    and b.size_tier = case when p.peer_level = 'all' then '' else s.size_tier end
    and b.practice_type = case when p.peer_level = 'tier_and_type' then coalesce(s.practice_type, '') else '' end`;

/**
 * Returns the institution's products in each scored week that starts from `from` to `to`, oldest
 * first.
 */
export async function findProductWeeks(
  database: Queries,
  institution: number,
  from: Day,
  to: Day,
): Promise<ProductWeekRow[]> {
  const { rows } = await sql<ProductWeekRow>`
    select p.week_start, p.product, p.entitled, p.usage, s.measured_locations, b.benchmark, b.quartile_low, b.quartile_high,
      b.institutions
    from product_week p
    join score_week s on s.institution_id = p.institution_id and s.week_start = p.week_start
    left join ${appliedBenchmark}
    where p.institution_id = ${institution} and p.week_start between ${from}::date and ${to}::date
    order by p.week_start`.execute(database);
  return rows;
}

export interface LocationLastReportAndUseRow {
  location_id: number;
  name: string;
  city: string | null;
  state: string | null;
  last_report_on: Day | null;
  last_used_week: Day | null;
}

/** Number of past weeks that are searched for the last usage of a location. */
const lookBackWeeks = 26;

/**
 * Returns the locations that are open at the end of a week, each with its last report and its last
 * usage.
 */
export async function findOpenLocationsWithLastReport(
  database: Queries,
  institution: number,
  week: Day,
): Promise<LocationLastReportAndUseRow[]> {
  const { rows } = await sql<LocationLastReportAndUseRow>`
    select l.location_id, l.name, l.city, l.state, f.last_report_on, u.last_used_week
    from location l
    left join (
      select r.location_id, max(r.last_report_on) as last_report_on
      from generate_series((select min(week_start) from feed_week), ${week}::date, interval '7 days') w (start)
      cross join lateral (
        select location_id, last_report_on from feed_week where week_start = w.start::date and institution_id = ${institution} offset 0
      ) r
      group by r.location_id
    ) f on f.location_id = l.location_id
    left join (
      select location_id, max(week_start) as last_used_week from usage_week
      where week_start = any(${listWeekStartsUntil(week, lookBackWeeks)}::date[]) and institution_id = ${institution} and value > 0 group by location_id
    ) u on u.location_id = l.location_id
    where l.institution_id = ${institution} and (l.begins_on is null or l.begins_on <= ${week}::date + 6) and (l.closed_on is null or l.closed_on > ${week}::date + 6)
    order by l.name, l.location_id`.execute(database);
  return rows;
}

export interface LocationUsageRow {
  location_id: number;
  product: ProductKey;
  usage: number;
  before: number;
}

/**
 * Returns the usage by location and product in the 28 days up to the end of `week`, and in the 28
 * days before these. Leaves out rows without usage.
 */
export async function findLocationUsage(
  database: Queries,
  institution: number,
  week: Day,
): Promise<LocationUsageRow[]> {
  const { rows } = await sql<LocationUsageRow>`
    with split as (select ${week}::date - 7 * ${locationWindowWeeks}::int as day)
    select location_id, product, coalesce(sum(value) filter (where week_start > split.day), 0) as usage,
      coalesce(sum(value) filter (where week_start <= split.day), 0) as before
    from usage_week, split
    where week_start = any(${listWeekStartsUntil(week, 2 * locationWindowWeeks)}::date[]) and institution_id = ${institution}
    group by location_id, product
    having sum(value) > 0`.execute(database);
  return rows;
}

export interface PeerPositionRow {
  product: ProductKey;
  entitled: boolean;
  usage: number;
  score: number | null;
  measured_locations: number;
  peer_level: PeerGroupLevel | null;
  size_tier: SizeTier;
  practice_type: string | null;
  median: number | null;
  low: number | null;
  high: number | null;
  institutions: number | null;
  locations: number | null;
  below: number | null;
  equal: number | null;
}

/**
 * Returns the institution's products in a scored week. Each product has its peer group and the
 * numbers of peers with less usage and with equal usage.
 */
export async function findPeerPositions(
  database: Queries,
  institution: number,
  week: Day,
): Promise<PeerPositionRow[]> {
  const { rows } = await sql<PeerPositionRow>`
    with own as materialized (
      select p.product, p.entitled, p.usage, p.score, p.peer_level, s.measured_locations, s.size_tier, s.practice_type,
        ${comparableUsageSql} as value,
        b.benchmark as median, b.quartile_low as low, b.quartile_high as high, b.institutions, b.locations
      from product_week p
      join score_week s on s.institution_id = p.institution_id and s.week_start = p.week_start
      left join ${appliedBenchmark}
      where p.institution_id = ${institution} and p.week_start = ${week}::date
    ),
    peer as (
      select o.product, o.value as own, p.value
      from own o
      join (${selectWeekPeersSql(week)}) p on p.product = o.product
        and (o.peer_level = 'all' or p.size_tier = o.size_tier) and (o.peer_level <> 'tier_and_type' or p.practice_type = o.practice_type)
      where o.peer_level is not null and o.value is not null
    ),
    place as (
      select product, count(*) filter (where value < own)::int as below, count(*) filter (where value = own)::int as equal from peer group by product
    )
    select own.*, place.below, place.equal from own left join place on place.product = own.product`.execute(
    database,
  );
  return rows;
}
