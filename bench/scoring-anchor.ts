/**
 * Tables that the baseline statement fills. They are in the schema `anchor` and have the columns
 * and keys of Chairside's tables with the same names.
 */
export const baselineTables = ['benchmark_week', 'product_week', 'score_week'];

/**
 * Returns the baseline of the benchmark: one hand-written SQL statement that scores all weeks once.
 * It uses a fixed list of products and the default rules, and computes no reasons for changes.
 */
export const buildBaselineScoringSql = (firstWeek: string, lastWeek: string): string => `
with product (product, is_per_location, weight) as (values
  ('onlineBooking', true, 1), ('recalls', true, 0), ('waitlist', true, 0), ('forms', true, 1), ('payments', true, 1),
  ('messaging', true, 1), ('reminders', true, 1), ('reviews', false, 1), ('insurance', false, 1)),
week as (select generate_series('${firstWeek}'::date, '${lastWeek}'::date, '7 days')::date as week_start),
active as materialized (
  select w.week_start, l.institution_id, l.location_id, f.location_id is not null as measured
  from week w
  cross join location l
  join institution i on i.institution_id = l.institution_id
  left join feed_week f on f.institution_id = l.institution_id and f.location_id = l.location_id and f.week_start = w.week_start
  where l.opened_on <= w.week_start + 6 and (l.closed_on is null or l.closed_on > w.week_start + 6)
    and i.created_on <= w.week_start + 6 and (i.churned_on is null or i.churned_on > w.week_start + 6)
),
scored as materialized (
  select a.week_start, a.institution_id, locations, measured, a.week_start + 6 - i.go_live_on <= 90 as in_grace, i.practice_type,
    case when locations >= 21 then 'Enterprise' when locations >= 6 then 'Large' when locations >= 2 then 'Medium' else 'Small' end as size_tier
  from (select week_start, institution_id, count(*) as locations, count(*) filter (where measured) as measured from active group by 1, 2) a
  join institution i using (institution_id)
),
used as materialized (
  select a.week_start, a.institution_id, u.product, sum(u.value) as usage
  from active a
  join usage_week u on u.institution_id = a.institution_id and u.location_id = a.location_id and u.week_start between a.week_start - 21 and a.week_start
  where a.measured
  group by 1, 2, 3
),
base as materialized (
  select s.week_start, s.institution_id, p.product, p.is_per_location, p.weight, s.measured, s.in_grace, s.size_tier, s.practice_type, coalesce(u.usage, 0) as usage
  from scored s
  join entitlement e on e.institution_id = s.institution_id and e.valid_from <= s.week_start + 6 and (e.valid_to is null or e.valid_to > s.week_start + 6)
  join product p on p.product = e.product
  left join used u on u.week_start = s.week_start and u.institution_id = s.institution_id and u.product = e.product
),
level as materialized (
  select week_start, product, grouping(size_tier, practice_type) as step, coalesce(size_tier, '') as size_tier, coalesce(practice_type, '') as practice_type,
    count(*) as institutions, sum(measured) as locations,
    percentile_cont(array[0.25, 0.5, 0.75]) within group (order by case when is_per_location then usage / measured else usage end) as quartiles
  from base where measured > 0 and not in_grace
  group by grouping sets ((week_start, product, size_tier, practice_type), (week_start, product, size_tier), (week_start, product))
),
kept_benchmarks as (
  insert into anchor.benchmark_week
  select week_start, product, case step when 0 then 'tier_and_type' when 1 then 'tier' else 'all' end, size_tier, practice_type, quartiles[2], quartiles[1], quartiles[3], institutions, locations
  from level
),
judged as materialized (
  select b.*, coalesce(tt.quartiles[2], t.quartiles[2], a.quartiles[2]) as benchmark, coalesce(tt.institutions, t.institutions, a.institutions) as peers,
    case when tt.step = 0 then 'tier_and_type' when t.step = 1 then 'tier' when a.step = 3 then 'all' end as peer_level
  from base b
  left join level tt on tt.step = 0 and tt.institutions >= 20 and tt.week_start = b.week_start and tt.product = b.product and tt.size_tier = b.size_tier and tt.practice_type = b.practice_type
  left join level t on t.step = 1 and t.institutions >= 20 and t.week_start = b.week_start and t.product = b.product and t.size_tier = b.size_tier
  left join level a on a.step = 3 and a.institutions >= 20 and a.week_start = b.week_start and a.product = b.product
),
result as materialized (
  select j.*, benchmark * case when is_per_location then measured else 1 end as expected,
    100 * usage / nullif(benchmark * case when is_per_location then measured else 1 end, 0) as score
  from judged j
),
kept_products as (
  insert into anchor.product_week
  select institution_id, week_start, product, true, usage, benchmark, expected, score, peer_level, peers from result
),
total as (
  select week_start, institution_id, count(*) as entitled_features, count(*) filter (where usage > 0) as active_features,
    sum(weight) filter (where score is not null)::float8 / sum(weight) as coverage,
    sum(weight * least(score, 100)) filter (where score is not null) / nullif(sum(weight) filter (where score is not null), 0) as adoption, bool_and(score is not null and score = 0) as has_zero_usage
  from result group by 1, 2
),
graded as (
  select s.*, t.entitled_features, t.active_features, t.coverage, t.adoption, t.has_zero_usage,
    case when coverage < 0.6 or adoption is null then 'Unknown' when adoption >= 75 then 'Healthy' when adoption >= 50 then 'Medium' else 'Critical' end as health_tier
  from scored s join total t using (week_start, institution_id)
),
changed as (
  select g.*, lag(adoption) over history as previous_score, lag(health_tier) over history as previous_tier,
    100 * (adoption - lag(adoption) over history) / nullif(lag(adoption) over history, 0) as percent_change
  from graded g window history as (partition by institution_id order by week_start)
),
broken as (
  select c.*, count(*) filter (where percent_change >= -5 or percent_change is null) over history as decline, count(*) filter (where percent_change <= 5 or percent_change is null) over history as rise
  from changed c window history as (partition by institution_id order by week_start)
),
run as (
  select b.*, count(*) filter (where percent_change < -5) over (partition by institution_id, decline order by week_start) as weeks_declining,
    count(*) filter (where percent_change > 5) over (partition by institution_id, rise order by week_start) as weeks_improving
  from broken b
),
risk as (
  select r.*, not in_grace and (health_tier = 'Critical' or weeks_declining >= 3) as at_risk,
    count(*) filter (where not (not in_grace and (health_tier = 'Critical' or weeks_declining >= 3))) over (partition by institution_id order by week_start) as calm
  from run r
)
insert into anchor.score_week
select institution_id, week_start, 1, size_tier, practice_type, locations, measured, entitled_features, active_features, coverage, adoption, health_tier, previous_score, previous_tier,
  adoption - previous_score, percent_change,
  case sign(array_position(array['Critical', 'Medium', 'Healthy'], health_tier) - array_position(array['Critical', 'Medium', 'Healthy'], previous_tier)) when 1 then 'up' when -1 then 'down' else 'flat' end,
  has_zero_usage, in_grace, at_risk, count(*) filter (where at_risk) over (partition by institution_id, calm order by week_start), weeks_declining, weeks_improving, null, null, null, null
from risk`;
