import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#shared/core/dates.ts';
import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import {
  comparisonTolerance,
  type HealthRules,
  productWeight,
} from '#shared/core/scoring-rules.ts';
import {
  type InstitutionRange,
  institutionRangeConditionSql,
} from './institution-range-queries.ts';
import { coalitionSumsSql, shapleyValuesSql } from './score-change-sql.ts';

/** Tables of a scored week, with the version for tables that hold several versions. */
export interface WeekTables {
  benchmarks: string;
  products: string;
  scores: string;
  version?: number;
}

/** Input and target tables of one scoring run. */
export interface ScoringRun {
  weekStart: Day;
  /** Last day whose usage counts. For an official week, this is its Saturday. */
  asOfDay: Day;
  rules: HealthRules;
  rulesVersion: number;
  /** Previous week with the rules by which it was scored; `null` for the first week. */
  previous: { weekStart: Day; rules: HealthRules; tables: WeekTables } | null;
  figures: WeekUsageSql;
  into: WeekTables;
  /**
   * Time at which provisional scores are computed. It is stored with provisional scores;
   * `undefined` for other scores.
   */
  madeAt: Date | undefined;
}

/** SQL that reads the 28-day usage of a week. */
export interface WeekUsageSql {
  /**
   * Lateral subquery with one row for a measured location `l`, and no row for any other location.
   * The column `days` contains the number of days of the week whose usage is included.
   */
  measured: RawBuilder<unknown>;
  /** Weeks whose usage is read. */
  weeks: readonly Day[];
  /**
   * SQL for the counted part of the usage in row `u` of usage_week. `a` is the measured location
   * with its column `days`.
   */
  usage: RawBuilder<unknown>;
}

export const officialTablesOfVersion = (version: number): WeekTables => ({
  benchmarks: 'benchmark_version',
  products: 'product_version',
  scores: 'score_version',
  version,
});
/** Tables that are filled first and then swapped with the provisional tables that readers use. */
export const unpublishedProvisionalTables: WeekTables = {
  benchmarks: 'benchmark_provisional_next',
  products: 'product_provisional_next',
  scores: 'score_provisional_next',
};
/** Tables for trials of changed rules. */
export const trialTables: WeekTables = {
  benchmarks: 'benchmark_trial',
  products: 'product_trial',
  scores: 'score_trial',
};

/** Returns the product rows (product, is_per_location, weight, weight_before) for a VALUES list. */
export const productWeightRowsSql = (now: HealthRules, before: HealthRules): RawBuilder<unknown> =>
  sql.join(
    productKeys.map(
      (key) =>
        sql`(${sql.lit(key)}, ${sql.lit(products[key].isPerLocation)}, ${sql.lit(productWeight(key, now))}::float8, ${sql.lit(productWeight(key, before))}::float8)`,
    ),
  );

const date = (day: Day) => sql`${day}::date`;
const versionName = ({ version }: WeekTables) => (version === undefined ? sql`` : sql`, version`);
const versionValue = ({ version }: WeekTables) =>
  version === undefined ? sql`` : sql`, ${version}::int`;
const ofVersion = ({ version }: WeekTables) =>
  version === undefined ? sql`` : sql`and version = ${version}`;
const extraNames = (run: ScoringRun) =>
  run.madeAt === undefined ? versionName(run.into) : sql`, as_of_day, made_at`;
const extraValues = (run: ScoringRun) =>
  run.madeAt === undefined
    ? versionValue(run.into)
    : sql`, ${date(run.asOfDay)}, ${run.madeAt}::timestamptz`;

/**
 * Returns SQL that stages the scoring input of a range of institutions in scoring_staging, one row
 * for each institution, and returns their number. Reads institutions by key, so that only the rows
 * in the range are read. Arrays list the products in a fixed order. Sums over these arrays
 * therefore round alike, whatever the size of the range.
 */
export function stageScoringInputSql(
  run: ScoringRun,
  range: InstitutionRange,
): RawBuilder<{ institutions: number }> {
  const { rules, figures } = run;
  const day = date(run.asOfDay);
  return sql<{ institutions: number }>`
with active as materialized (
  select i.institution_id, i.practice_type, i.live_on, l.location_id, m.days
  from institution i
  cross join lateral (
    select location_id, institution_id from location
    where institution_id = i.institution_id and (begins_on is null or begins_on <= ${day}) and (closed_on is null or closed_on > ${day}) offset 0
  ) l
  left join lateral (${figures.measured} offset 0) m on true
  where ${institutionRangeConditionSql(range, 'i.institution_id')} and (i.begins_on is null or i.begins_on <= ${day}) and (i.churned_on is null or i.churned_on > ${day})
),
own as (
  select a.institution_id, u.product, false as entitled, ${figures.usage} as usage
  from usage_week u
  join active a on a.institution_id = u.institution_id and a.location_id = u.location_id and a.days is not null
  where u.week_start = any(${[...figures.weeks]}::date[]) and ${institutionRangeConditionSql(range, 'u.institution_id')}
  union all
  select institution_id, product, true, 0 from entitlement
  where ${institutionRangeConditionSql(range, 'institution_id')} and valid_from <= ${day} and (valid_to is null or valid_to > ${day})
),
owned as (
  select institution_id, product, bool_or(entitled) as entitled, sum(usage) as usage from own
  group by institution_id, product having bool_or(entitled) or sum(usage) > 0
),
staged as (
  insert into scoring_staging (institution_id, size_tier, practice_type, locations, measured, in_grace, products, entitled, usage)
  select s.institution_id,
    case when s.locations >= ${rules.sizeTierFrom.Enterprise} then 'Enterprise' when s.locations >= ${rules.sizeTierFrom.Large} then 'Large'
      when s.locations >= ${rules.sizeTierFrom.Medium} then 'Medium' else 'Small' end,
    s.practice_type, s.locations, s.measured, coalesce(${day} - s.live_on <= ${rules.graceDays}, false),
    coalesce(o.products, '{}'), coalesce(o.entitled, '{}'), coalesce(o.usage, '{}')
  from (
    select institution_id, practice_type, live_on, count(*)::int as locations, count(days)::int as measured
    from active group by institution_id, practice_type, live_on
  ) s
  left join (
    select institution_id, array_agg(product order by product) as products, array_agg(entitled order by product) as entitled,
      array_agg(usage order by product) as usage
    from owned group by institution_id
  ) o on o.institution_id = s.institution_id
  returning 1
)
select count(*)::int as institutions from staged`;
}

/**
 * Returns SQL that computes the benchmarks of the products `of` over all staged institutions and
 * returns the number of peer groups.
 */
export function computeBenchmarksSql(
  run: ScoringRun,
  of: readonly ProductKey[],
): RawBuilder<{ groups: number }> {
  const rows = of.map((key) => sql`(${sql.lit(key)}, ${sql.lit(products[key].isPerLocation)})`);
  return sql<{ groups: number }>`
with peer as (
  select p.product, s.size_tier, s.practice_type, s.measured,
    case when p.is_per_location then s.usage[a.place] / s.measured else s.usage[a.place] end as value
  from (values ${sql.join(rows)}) p (product, is_per_location)
  cross join scoring_staging s
  cross join lateral (select array_position(s.products, p.product) as place) a
  where s.entitled[a.place] and s.measured > 0 and not s.in_grace
),
level as (
  select product, case grouping(size_tier, practice_type) when 0 then 'tier_and_type' when 1 then 'tier' else 'all' end as peer_level,
    coalesce(size_tier, '') as size_tier, coalesce(practice_type, '') as practice_type, count(*)::int as institutions, sum(measured)::int as locations,
    percentile_cont(array[0.25, 0.5, 0.75]) within group (order by value) as quartiles
  from peer group by grouping sets ((product, size_tier, practice_type), (product, size_tier), (product))
  having grouping(size_tier, practice_type) > 0 or practice_type is not null
),
kept as (
  insert into ${sql.table(run.into.benchmarks)} (week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations${extraNames(run)})
  select ${date(run.weekStart)}, product, peer_level, size_tier, practice_type, quartiles[2], quartiles[1], quartiles[3], institutions, locations${extraValues(run)} from level
  returning 1
)
select count(*)::int as groups from kept`;
}

/**
 * Returns SQL that scores a range of staged institutions: product scores, adoption scores, health
 * tiers, changes, the consecutive weeks at risk, declining and improving, and the parts of each
 * change. docs/scoring.md explains the formulas.
 */
export function scoreInstitutionsSql(
  run: ScoringRun,
  range: InstitutionRange,
): RawBuilder<unknown> {
  const { rules, into, previous } = run;
  const week = date(run.weekStart);
  const tier = sql`case when coalesce(t.coverage, 0) < ${rules.minimumCoverage - comparisonTolerance} or t.adoption is null then 'Unknown'
    when t.adoption >= ${rules.healthyFrom - comparisonTolerance} then 'Healthy'
    when t.adoption >= ${rules.mediumFrom - comparisonTolerance} then 'Medium' else 'Critical' end`;
  const rank = (column: RawBuilder<unknown>) =>
    sql`array_position(array['Critical', 'Medium', 'Healthy'], ${column})`;
  const before = (table: 'scores' | 'products', columns: RawBuilder<unknown>) =>
    previous === null
      ? sql`select ${columns} from ${sql.table(into[table])} where false`
      : sql`select ${columns} from ${sql.table(previous.tables[table])} where week_start = ${date(previous.weekStart)} ${ofVersion(previous.tables)} and ${institutionRangeConditionSql(range, 'institution_id')}`;
  return sql`
with product (product, is_per_location, weight, weight_before) as materialized (values ${productWeightRowsSql(rules, previous?.rules ?? rules)}),
staged as materialized (select * from scoring_staging where ${institutionRangeConditionSql(range, 'institution_id')}),
owned as (
  select institution_id, size_tier, coalesce(practice_type, '') as peer_type, measured,
    unnest(products) as product, unnest(entitled) as entitled, unnest(usage) as usage
  from staged
),
level as materialized (
  select product, peer_level, size_tier, practice_type, institutions, benchmark
  from ${sql.table(into.benchmarks)} where week_start = ${week} ${ofVersion(into)} and institutions >= ${rules.minimumPeers}
),
judged as materialized (
  select o.institution_id, p.product, p.is_per_location, p.weight, o.entitled, o.usage, l.peer_level, l.institutions as peers, l.benchmark, e.expected,
    case when o.entitled and e.expected > 0 then 100 * o.usage / e.expected end as score
  from owned o
  join product p on p.product = o.product
  left join level tt on tt.product = o.product and tt.peer_level = 'tier_and_type' and tt.size_tier = o.size_tier and tt.practice_type = o.peer_type
  left join level t on t.product = o.product and t.peer_level = 'tier' and t.size_tier = o.size_tier
  left join level a on a.product = o.product and a.peer_level = 'all'
  cross join lateral (
    select coalesce(tt.peer_level, t.peer_level, a.peer_level) as peer_level, coalesce(tt.institutions, t.institutions, a.institutions) as institutions,
      coalesce(tt.benchmark, t.benchmark, a.benchmark) as benchmark
  ) l
  cross join lateral (select case when o.measured > 0 then l.benchmark * case when p.is_per_location then o.measured else 1 end end as expected) e
),
kept_products as (
  insert into ${sql.table(into.products)} (institution_id, week_start, product, entitled, usage, benchmark, expected, score, peer_level, peers${versionName(into)})
  select institution_id, ${week}, product, entitled, usage, benchmark, expected, score, peer_level, peers${versionValue(into)} from judged order by institution_id, product
),
total as (
  select institution_id, count(*) filter (where entitled)::int as entitled_features, count(*) filter (where entitled and usage > 0)::int as active_features,
    coalesce(sum(weight) filter (where score is not null) / nullif(sum(weight) filter (where entitled), 0), 0) as coverage,
    sum(weight * least(score, 100)) filter (where score is not null) / nullif(sum(weight) filter (where score is not null), 0) as adoption,
    coalesce(bool_and(score = 0 and score is not null) filter (where entitled) and bool_or(weight > 0) filter (where entitled), false) as has_zero_usage
  from judged group by institution_id
),
graded as materialized (
  select s.institution_id, s.size_tier, s.practice_type, s.locations, s.measured, s.in_grace,
    coalesce(t.entitled_features, 0) as entitled_features, coalesce(t.active_features, 0) as active_features, coalesce(t.coverage, 0) as coverage,
    t.adoption, coalesce(t.has_zero_usage, false) as has_zero_usage, ${tier} as health_tier, p.adoption_score as previous_score, p.health_tier as previous_health_tier,
    t.adoption - p.adoption_score as score_change, 100 * (t.adoption - p.adoption_score) / nullif(p.adoption_score, 0) as percent_change,
    p.measured_locations as measured_before, p.weeks_at_risk, p.weeks_declining, p.weeks_improving
  from staged s
  left join total t on t.institution_id = s.institution_id
  left join (${before('scores', sql`institution_id, adoption_score, health_tier, measured_locations, weeks_at_risk, weeks_declining, weeks_improving`)}) p on p.institution_id = s.institution_id
),
moved as materialized (${coalitionSumsSql(before('products', sql`institution_id, product, entitled, usage, benchmark`))}),
parts as materialized (${shapleyValuesSql()}),
trended as (
  select g.*,
    case when percent_change < ${-rules.flatBand - comparisonTolerance} then coalesce(weeks_declining, 0) + 1 else 0 end as declining,
    case when percent_change > ${rules.flatBand + comparisonTolerance} then coalesce(weeks_improving, 0) + 1 else 0 end as improving
  from graded g
),
risked as (
  select t.*, not in_grace and (health_tier = 'Critical' or declining >= ${rules.decliningWeeksAtRisk}) as at_risk from trended t
)
insert into ${sql.table(into.scores)} (institution_id, week_start, rules_version_id, size_tier, practice_type, location_count, measured_locations,
  entitled_features, active_features, coverage, adoption_score, health_tier, previous_score, previous_health_tier, score_change, percent_change,
  tier_change, has_zero_usage, in_grace, at_risk, weeks_at_risk, weeks_declining, weeks_improving,
  change_by_usage, change_by_peers, change_by_entitlements, change_by_locations${extraNames(run)})
select r.institution_id, ${week}, ${run.rulesVersion}, size_tier, practice_type, locations, measured, entitled_features, active_features, coverage, adoption, health_tier,
  previous_score, previous_health_tier, score_change, percent_change,
  case sign(${rank(sql`health_tier`)} - ${rank(sql`previous_health_tier`)}) when 1 then 'up' when -1 then 'down' else 'flat' end,
  has_zero_usage, in_grace, at_risk, case when at_risk then coalesce(weeks_at_risk, 0) + 1 else 0 end, declining, improving,
  p.by_usage, p.by_peers, p.by_entitlements, p.by_locations${extraValues(run)}
from risked r
left join parts p on p.institution_id = r.institution_id
order by r.institution_id`;
}
