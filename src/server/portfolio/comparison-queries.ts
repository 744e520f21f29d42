import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { coalitionSumsSql, shapleyValuesSql } from '#server/scoring/score-change-sql.ts';
import { productWeightRowsSql } from '#server/scoring/score-sql.ts';
import type { Day } from '#shared/core/dates.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import type {
  ComparedCustomer,
  ComparedProduct,
  PortfolioProductComparison,
} from '#shared/portfolio/comparison.ts';

/** Official week with the rules by which it was scored. */
interface ComparedWeek {
  weekStart: Day;
  rules: HealthRules;
  rulesVersion: number;
}

export interface WeekPair {
  from: ComparedWeek;
  to: ComparedWeek;
}

/** Query for the benchmarks of all peers in each week. */
export const selectOverallBenchmarks = (database: Queries) =>
  database
    .selectFrom('benchmark_week')
    .select(['week_start as week', 'product', 'benchmark'])
    .where('peer_level', '=', 'all');

/**
 * Returns a cache version that changes with comparisons. Closed weeks never change, but names
 * change and weeks are added.
 */
export async function readComparisonCacheVersion(database: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select version from list_version where list = 'practices'), (select max(closed_at) from official_week)) as version`.execute(
    database,
  );
  return rows[0]?.version ?? '';
}

/**
 * Returns the customers of either week, or only the customer `institution`. Includes the causes of
 * the change for customers with a score in both weeks.
 */
export async function findComparedCustomers(
  database: Queries,
  { from, to }: WeekPair,
  institution?: number,
): Promise<ComparedCustomer[]> {
  const only = institution === undefined ? sql`` : sql`and institution_id = ${institution}`;
  const scores = (week: Day) =>
    sql`select institution_id, adoption_score, health_tier, measured_locations from score_week where week_start = ${week}::date ${only}`;
  const products = (week: Day): RawBuilder<unknown> =>
    sql`select institution_id, product, entitled, usage, benchmark from product_week where week_start = ${week}::date ${only}`;
  const { rows } = await sql<{
    institution_id: number;
    name: string;
    from_score: number | null;
    to_score: number | null;
    from_tier: HealthTier | null;
    to_tier: HealthTier | null;
    by_usage: number | null;
    by_peers: number | null;
    by_entitlements: number | null;
    by_locations: number | null;
  }>`
    with product (product, is_per_location, weight, weight_before) as materialized (values ${productWeightRowsSql(to.rules, from.rules)}),
    judged as materialized (${products(to.weekStart)}),
    graded as materialized (
      select coalesce(n.institution_id, o.institution_id) as institution_id, n.measured_locations as measured, o.measured_locations as measured_before,
        o.adoption_score as previous_score, n.adoption_score - o.adoption_score as score_change,
        n.adoption_score, o.health_tier as from_tier, n.health_tier as to_tier
      from (${scores(to.weekStart)}) n
      full join (${scores(from.weekStart)}) o on o.institution_id = n.institution_id
    ),
    moved as materialized (${coalitionSumsSql(products(from.weekStart))}),
    parts as materialized (${shapleyValuesSql()})
    select g.institution_id, i.name, g.previous_score as from_score, g.adoption_score as to_score, g.from_tier, g.to_tier,
      p.by_usage, p.by_peers, p.by_entitlements, p.by_locations
    from graded g
    join institution i on i.institution_id = g.institution_id
    left join parts p on p.institution_id = g.institution_id
    order by g.institution_id`.execute(database);
  return rows.map(
    ({
      by_usage: usage,
      by_peers: peers,
      by_entitlements: entitlements,
      by_locations: locations,
      ...row
    }) => ({
      institutionId: row.institution_id,
      institutionName: row.name,
      fromScore: row.from_score,
      toScore: row.to_score,
      fromTier: row.from_tier,
      toTier: row.to_tier,
      parts:
        usage === null || peers === null || entitlements === null || locations === null
          ? null
          : { usage, peers, entitlements, locations },
    }),
  );
}

/**
 * Returns the figures of each product in both weeks. Covers the given institutions, or all
 * institutions. With `sameCustomers`, an institution counts for a product only when the product was
 * measurable in both weeks.
 */
export async function findComparedProducts(
  database: Queries,
  { from, to }: WeekPair,
  {
    sameCustomers,
    institutions,
  }: { sameCustomers: boolean; institutions: readonly number[] | undefined },
): Promise<PortfolioProductComparison[]> {
  const rowsOf = (week: Day) => sql`
    select institution_id, product, usage, score from product_week
    where week_start = ${week}::date and score is not null
      ${institutions === undefined ? sql`` : sql`and institution_id = any(${institutions}::bigint[])`}`;
  const { rows } = await sql<{
    product: ProductKey;
    from_customers: number;
    to_customers: number;
    from_score: number | null;
    to_score: number | null;
    from_usage: number | null;
    to_usage: number | null;
  }>`
    select p.product, count(o.score)::int as from_customers, count(n.score)::int as to_customers,
      percentile_cont(0.5) within group (order by o.score) as from_score, percentile_cont(0.5) within group (order by n.score) as to_score,
      sum(o.usage) as from_usage, sum(n.usage) as to_usage
    from (${rowsOf(to.weekStart)}) n
    ${sameCustomers ? sql`join` : sql`full join`} (${rowsOf(from.weekStart)}) o on o.institution_id = n.institution_id and o.product = n.product
    cross join lateral (select coalesce(n.product, o.product) as product) p
    group by p.product`.execute(database);
  const benchmarks = await selectOverallBenchmarks(database)
    .where('week_start', 'in', [from.weekStart, to.weekStart])
    .execute();
  const benchmark = (week: Day, product: ProductKey) =>
    benchmarks.find((row) => row.week === week && row.product === product)?.benchmark ?? null;
  return productKeys.flatMap((product) => {
    const row = rows.find((each) => each.product === product);
    if (row === undefined) return [];
    return [
      {
        product,
        customers: { from: row.from_customers, to: row.to_customers },
        medianScore: { from: row.from_score, to: row.to_score },
        usage: { from: row.from_usage ?? 0, to: row.to_usage ?? 0 },
        benchmark: {
          from: benchmark(from.weekStart, product),
          to: benchmark(to.weekStart, product),
        },
      },
    ];
  });
}

/** Returns the scores of an institution in a week; `null` when it was not a customer. */
export async function findInstitutionScoresInWeek(
  database: Queries,
  institution: number,
  week: Day,
) {
  const row = await database
    .selectFrom('score_week')
    .select(['adoption_score', 'health_tier', 'location_count', 'measured_locations'])
    .where('institution_id', '=', institution)
    .where('week_start', '=', week)
    .executeTakeFirst();
  if (!row) return null;
  return {
    adoptionScore: row.adoption_score,
    healthTier: row.health_tier,
    locationCount: row.location_count,
    measuredLocations: row.measured_locations,
  };
}

/** Returns the products that an institution has in either week. */
export async function findInstitutionProducts(
  database: Queries,
  institution: number,
  { from, to }: WeekPair,
): Promise<ComparedProduct[]> {
  const rows = await database
    .selectFrom('product_week')
    .select(['week_start', 'product', 'entitled', 'usage', 'expected', 'score'])
    .where('institution_id', '=', institution)
    .where('week_start', 'in', [from.weekStart, to.weekStart])
    .execute();
  const row = (week: Day, product: ProductKey) =>
    rows.find((each) => each.week_start === week && each.product === product);
  return productKeys.flatMap((product) => {
    const [before, after] = [row(from.weekStart, product), row(to.weekStart, product)];
    if (before === undefined && after === undefined) return [];
    return [
      {
        product,
        entitled: { from: before?.entitled ?? false, to: after?.entitled ?? false },
        usage: { from: before?.usage ?? 0, to: after?.usage ?? 0 },
        expected: { from: before?.expected ?? null, to: after?.expected ?? null },
        score: { from: before?.score ?? null, to: after?.score ?? null },
      },
    ];
  });
}

/**
 * Counts the institutions in each tier in the last official weeks, oldest first. Counts the given
 * institutions, or all.
 */
export async function countTiersByWeek(
  database: Queries,
  weeks: number,
  institutions: readonly number[] | undefined,
) {
  const { rows } = await sql<{ week_start: Day; tier: HealthTier; institutions: number }>`
    select week_start, health_tier as tier, count(*)::int as institutions
    from score_week
    where week_start > (select max(week_start) from official_week) - ${7 * weeks}::int
      ${institutions === undefined ? sql`` : sql`and institution_id = any(${institutions}::bigint[])`}
    group by week_start, health_tier
    order by week_start`.execute(database);
  return rows;
}
