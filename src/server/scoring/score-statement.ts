import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#shared/core/dates.ts';
import { productKeys, products } from '#shared/core/products.ts';
import { comparisonTolerance, type HealthRules, weightOf } from '#shared/core/scoring-rules.ts';
import { changeParts, coalitionSums } from './score-change-sql.ts';

interface WeekTables {
  benchmarks: string;
  products: string;
  scores: string;
}

/** What one scoring run is made from and where its rows go. */
export interface ScoreRun {
  weekStart: Day;
  /** The last day that counts: the week's Saturday for an official week. */
  asOfDay: Day;
  rules: HealthRules;
  rulesVersion: number;
  /** The official week before, with the rules it was made with; null for the first. */
  previous: { weekStart: Day; rules: HealthRules } | null;
  /** Rows (institution_id, location_id, …) of the locations whose feed reported. */
  measured: RawBuilder<unknown>;
  /** Rows (institution_id, product, usage) over the CTE `active`, which carries the columns of `measured`. */
  usage: RawBuilder<unknown>;
  into: WeekTables;
  /** Where the week before stands. */
  from: WeekTables;
  /** For the provisional tables, which also keep their day and hour. */
  madeAt: Date | undefined;
}

export const officialTables = { benchmarks: 'benchmark_week', products: 'product_week', scores: 'score_week' };
export const provisionalTables = { benchmarks: 'benchmark_provisional', products: 'product_provisional', scores: 'score_provisional' };
/** Of other rules that somebody tries. */
export const trialTables = { benchmarks: 'benchmark_trial', products: 'product_trial', scores: 'score_trial' };

/** The products as rows (product, is_per_location, weight, weight_before). */
export const productValues = (now: HealthRules, before: HealthRules): RawBuilder<unknown> =>
  sql.join(
    productKeys.map(
      (key) =>
        sql`(${sql.lit(key)}, ${sql.lit(products[key].isPerLocation)}, ${sql.lit(weightOf(key, now))}::float8, ${sql.lit(weightOf(key, before))}::float8)`,
    ),
  );

const extraNames = (run: ScoreRun) => (run.madeAt === undefined ? sql`` : sql`, as_of_day, made_at`);
const extraValues = (run: ScoreRun) => (run.madeAt === undefined ? sql`` : sql`, ${run.asOfDay}::date, ${run.madeAt}::timestamptz`);

/** Only the benchmarks of a week. Answers the number of peer groups. */
export function benchmarkStatement(run: ScoreRun): RawBuilder<{ groups: number }> {
  return sql<{ groups: number }>`${benchmarkSteps(run)} select count(*)::int as groups from level`;
}

/** From the institutions of the week to their peers' benchmarks, which it keeps. */
function benchmarkSteps(run: ScoreRun): RawBuilder<unknown> {
  const { rules } = run;
  const day = sql`${run.asOfDay}::date`;
  const week = sql`${run.weekStart}::date`;
  return sql`
with product (product, is_per_location, weight, weight_before) as materialized (values ${productValues(rules, run.previous?.rules ?? rules)}),
active as materialized (
  select l.institution_id, m.*
  from location l
  join institution i on i.institution_id = l.institution_id
  left join (${run.measured}) m on m.measured_institution = l.institution_id and m.measured_location = l.location_id
  where (l.begins_on is null or l.begins_on <= ${day}) and (l.closed_on is null or l.closed_on > ${day})
    and (i.begins_on is null or i.begins_on <= ${day}) and (i.churned_on is null or i.churned_on > ${day})
),
scored as materialized (
  select i.institution_id, a.locations, a.measured, coalesce(${day} - i.live_on <= ${rules.graceDays}, false) as in_grace, i.practice_type,
    coalesce(i.practice_type, '') as peer_type,
    case when a.locations >= ${rules.sizeTierFrom.Enterprise} then 'Enterprise' when a.locations >= ${rules.sizeTierFrom.Large} then 'Large'
      when a.locations >= ${rules.sizeTierFrom.Medium} then 'Medium' else 'Small' end as size_tier
  from (select institution_id, count(*)::int as locations, count(measured_location)::int as measured from active group by institution_id) a
  join institution i on i.institution_id = a.institution_id
),
used as materialized (${run.usage}),
entitled as materialized (
  select distinct institution_id, product from entitlement where valid_from <= ${day} and (valid_to is null or valid_to > ${day})
),
base as materialized (
  select s.institution_id, p.product, p.is_per_location, p.weight, s.measured, s.in_grace, s.size_tier, s.peer_type,
    e.product is not null as entitled, coalesce(u.usage, 0) as usage
  from entitled e
  full join (select * from used where usage > 0) u on u.institution_id = e.institution_id and u.product = e.product
  join scored s on s.institution_id = coalesce(e.institution_id, u.institution_id)
  join product p on p.product = coalesce(e.product, u.product)
),
level as materialized (
  select product, case grouping(size_tier, peer_type) when 0 then 'tier_and_type' when 1 then 'tier' else 'all' end as peer_level,
    coalesce(size_tier, '') as size_tier, coalesce(peer_type, '') as peer_type, count(*)::int as institutions, sum(measured)::int as locations,
    percentile_cont(array[0.25, 0.5, 0.75]) within group (order by case when is_per_location then usage / measured else usage end) as quartiles
  from base where entitled and measured > 0 and not in_grace
  group by grouping sets ((product, size_tier, peer_type), (product, size_tier), (product))
  having grouping(size_tier, peer_type) > 0 or peer_type <> ''
),
kept_benchmarks as (
  insert into ${sql.table(run.into.benchmarks)} (week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations${extraNames(run)})
  select ${week}, product, peer_level, size_tier, peer_type, quartiles[2], quartiles[1], quartiles[3], institutions, locations${extraValues(run)} from level
)`;
}

/**
 * One week for all institutions as one statement: peers and their benchmarks, product scores, adoption scores, tiers,
 * change, runs and why each score moved. Answers the number of institutions scored. docs/scoring.md says it in words.
 */
export function scoreStatement(run: ScoreRun): RawBuilder<{ institutions: number }> {
  const { rules } = run;
  const week = sql`${run.weekStart}::date`;
  const previousWeek = sql`${run.previous?.weekStart ?? null}::date`;
  const tier = sql`case when coalesce(t.coverage, 0) < ${rules.minimumCoverage - comparisonTolerance} or t.adoption is null then 'Unknown'
    when t.adoption >= ${rules.healthyFrom - comparisonTolerance} then 'Healthy'
    when t.adoption >= ${rules.mediumFrom - comparisonTolerance} then 'Medium' else 'Critical' end`;
  const rank = (column: RawBuilder<unknown>) => sql`array_position(array['Critical', 'Medium', 'Healthy'], ${column})`;
  return sql<{ institutions: number }>`
${benchmarkSteps(run)},
ladder as materialized (
  select distinct on (g.product, g.size_tier, g.peer_type) g.product, g.size_tier, g.peer_type,
    l.peer_level, l.institutions, l.quartiles[2] as benchmark
  from (select distinct product, size_tier, peer_type from base) g
  join level l on l.product = g.product
    and (l.size_tier = g.size_tier or l.peer_level = 'all') and (l.peer_type = g.peer_type or l.peer_level <> 'tier_and_type')
  where l.institutions >= ${rules.minimumPeers}
  order by g.product, g.size_tier, g.peer_type, array_position(array['tier_and_type', 'tier', 'all'], l.peer_level)
),
judged as materialized (
  select b.*, l.peer_level, l.institutions as peers, l.benchmark, e.expected,
    case when b.entitled and e.expected > 0 then 100 * b.usage / e.expected end as score
  from base b
  left join ladder l on l.product = b.product and l.size_tier = b.size_tier and l.peer_type = b.peer_type
  cross join lateral (select case when b.measured > 0 then l.benchmark * case when b.is_per_location then b.measured else 1 end end as expected) e
),
kept_products as (
  insert into ${sql.table(run.into.products)} (institution_id, week_start, product, entitled, usage, benchmark, expected, score, peer_level, peers)
  select institution_id, ${week}, product, entitled, usage, benchmark, expected, score, peer_level, peers from judged order by institution_id, product
),
total as (
  select institution_id, count(*) filter (where entitled)::int as entitled_features, count(*) filter (where entitled and usage > 0)::int as active_features,
    coalesce(sum(weight) filter (where score is not null) / nullif(sum(weight) filter (where entitled), 0), 0) as coverage,
    sum(weight * least(score, 100)) filter (where score is not null) / nullif(sum(weight) filter (where score is not null), 0) as adoption,
    coalesce(bool_and(score = 0 and score is not null) filter (where entitled) and bool_or(weight > 0) filter (where entitled), false) as has_zero_usage
  from judged group by institution_id
),
graded as materialized (
  select s.*, coalesce(t.entitled_features, 0) as entitled_features, coalesce(t.active_features, 0) as active_features, coalesce(t.coverage, 0) as coverage,
    t.adoption, coalesce(t.has_zero_usage, false) as has_zero_usage, ${tier} as health_tier, p.adoption_score as previous_score, p.health_tier as previous_health_tier,
    t.adoption - p.adoption_score as score_change, 100 * (t.adoption - p.adoption_score) / nullif(p.adoption_score, 0) as percent_change,
    p.measured_locations as measured_before, p.weeks_at_risk, p.weeks_declining, p.weeks_improving
  from scored s
  left join total t on t.institution_id = s.institution_id
  left join ${sql.table(run.from.scores)} p on p.institution_id = s.institution_id and p.week_start = ${previousWeek}
),
moved as materialized (${coalitionSums(sql`select institution_id, product, entitled, usage, benchmark from ${sql.table(run.from.products)} where week_start = ${previousWeek}`)}),
parts as materialized (${changeParts()}),
trended as (
  select g.*,
    case when percent_change < ${-rules.flatBand - comparisonTolerance} then coalesce(weeks_declining, 0) + 1 else 0 end as declining,
    case when percent_change > ${rules.flatBand + comparisonTolerance} then coalesce(weeks_improving, 0) + 1 else 0 end as improving
  from graded g
),
risked as (
  select t.*, not in_grace and (health_tier = 'Critical' or declining >= ${rules.decliningWeeksAtRisk}) as at_risk from trended t
),
kept_scores as (
  insert into ${sql.table(run.into.scores)} (institution_id, week_start, rules_version_id, size_tier, practice_type, location_count, measured_locations,
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
  order by r.institution_id
  returning 1
)
select count(*)::int as institutions from kept_scores`;
}
