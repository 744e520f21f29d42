import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type InstitutionRange, within } from '#server/scoring/institution-range-queries.ts';
import { ownershipDays, usualTicketDays } from '#shared/churn/patterns/features.ts';
import type { Day } from '#shared/core/dates.ts';

/** Late over early, where the feeds reported in enough of the weeks and there was something to compare with. */
const ratio = (late: RawBuilder<unknown>, early: RawBuilder<unknown>) => sql`case when ${early} > 0 then ${late} / ${early} end`;
const lateMean = (column: string) => sql`avg(${sql.ref(column)}) filter (where f.week_start > s.week_start - 28)`;
const earlyMean = (column: string) =>
  sql`avg(${sql.ref(column)}) filter (where f.week_start <= s.week_start - 28 and f.week_start > s.week_start - 84)`;
const mean = (column: string) => ratio(lateMean(column), earlyMean(column));

/**
 * What was known of the institutions that were live on these days and had not given notice, in the order of churnFeatures. Reads only
 * official weeks that had ended, and tickets and deals that were written, before the day began in the time zone.
 */
export const featuresSql = (days: readonly Day[], range: InstitutionRange, timeZone: string) => sql`
  with asked as materialized (
    select d.day, (d.day::timestamp at time zone ${timeZone}) as began, w.week_start, w.version, before.version as version_before,
      earlier.version as version_earlier
    from unnest(${days}::date[]) d(day)
    cross join lateral (select week_start, version from official_week where week_start + 7 <= d.day order by week_start desc limit 1) w
    left join official_week before on before.week_start = w.week_start - 28
    left join official_week earlier on earlier.week_start = w.week_start - 56
  ),
  subject as materialized (
    select a.day, a.began, a.week_start, s.institution_id, s.adoption_score, s.adoption_score - p.adoption_score as score_change,
      s.weeks_declining, s.weeks_at_risk, s.entitled_features - s.active_features as unused_products, s.coverage,
      a.day - i.live_on as tenure, n.benchmark / nullif(o.benchmark, 0) as benchmark_ratio
    from asked a
    join score_version s on s.week_start = a.week_start and s.version = a.version and ${within(range, 's.institution_id')}
    join institution i on i.institution_id = s.institution_id
    left join score_version p on p.week_start = a.week_start - 28 and p.version = a.version_before and p.institution_id = s.institution_id
    left join product_version n on n.week_start = a.week_start and n.version = a.version and n.institution_id = s.institution_id
      and n.product = 'onlineBooking'
    left join product_version o on o.week_start = a.week_start - 56 and o.version = a.version_earlier and o.institution_id = s.institution_id
      and o.product = 'onlineBooking'
    where coalesce(i.live_on < a.day, true) and coalesce(i.churned_on >= a.day, true)
      and not exists (select from churn_event c where c.institution_id = s.institution_id and c.taken_back_at is null and c.noticed_on < a.day)
  )
  select s.day, s.institution_id, array[
    s.adoption_score, s.score_change, s.weeks_declining, s.weeks_at_risk, s.unused_products, u.weeks_unused, u.weeks_silent, u.use_ratio,
    u.bookings_ratio, s.benchmark_ratio, u.forms_ratio, u.payments_ratio, u.messages_ratio, u.quiet, u.in_group, u.usual_quiet,
    t.late, t.before, t.usually, t.urgent, t.since_owner, s.tenure, s.coverage, r.days
  ]::float8[] as known
  from subject s
  cross join lateral (
    select case when count(f.uses) filter (where f.week_start = s.week_start) > 0
        then (s.week_start - coalesce(max(f.week_start) filter (where f.uses > 0), min(f.week_start) - 7)) / 7 end as weeks_unused,
      (s.week_start - coalesce(max(f.week_start) filter (where f.uses is not null), min(f.week_start) - 7)) / 7 as weeks_silent,
      ${mean('f.uses')} as use_ratio,
      ${ratio(
        sql`avg(f.bookings) filter (where f.week_start > s.week_start - 14)`,
        sql`percentile_cont(0.5) within group (order by f.bookings) filter (where f.week_start <= s.week_start - 14 and f.week_start > s.week_start - 70)`,
      )} as bookings_ratio,
      ${mean('f.forms')} as forms_ratio, ${mean('f.payments')} as payments_ratio, ${mean('f.messages')} as messages_ratio,
      max(f.quiet_locations) filter (where f.week_start = s.week_start) as quiet, max(f.group_locations) filter (where f.week_start = s.week_start) as in_group,
      sum(f.quiet_locations) filter (where f.week_start <= s.week_start - 28)::float8
        / nullif(sum(f.group_locations) filter (where f.week_start <= s.week_start - 28), 0) as usual_quiet
    from churn_week f where f.institution_id = s.institution_id and f.week_start > s.week_start - 182 and f.week_start <= s.week_start
  ) u
  cross join lateral (
    select count(*) filter (where t.created_at >= s.began - interval '28 days') as late,
      count(*) filter (where t.created_at < s.began - interval '28 days' and t.created_at >= s.began - interval '84 days') as before,
      count(*) filter (where t.created_at < s.began - interval '28 days') * 28.0 / ${usualTicketDays} as usually,
      count(*) filter (where t.created_at >= s.began - interval '56 days' and t.priority in ('HIGH', 'URGENT')) as urgent,
      floor(extract(epoch from s.began - max(t.created_at) filter (
        where t.subject ilike '%ownership%' and t.created_at >= s.began - make_interval(days => ${ownershipDays}))) / 86400) as since_owner
    from crm_ticket t where t.institution_id = s.institution_id and t.created_at < s.began
      and t.created_at >= s.began - make_interval(days => ${usualTicketDays + 28})
  ) t
  cross join lateral (
    select min(d.closes_on) - s.day as days from crm_deal d
    where d.institution_id = s.institution_id and d.pipeline = 'Renewals' and not d.closed and d.closes_on >= s.day and d.updated_at < s.began
  ) r`;

/** Writes the features of these days in place of those that were there. Answers how many. */
export async function writeFeatures(
  transaction: Queries,
  days: readonly Day[],
  range: InstitutionRange,
  timeZone: string,
): Promise<number> {
  await sql`delete from churn_feature where day = any(${days}::date[]) and ${within(range, 'institution_id')}`.execute(transaction);
  const { numAffectedRows } = await sql`
    insert into churn_feature (day, institution_id, known) ${featuresSql(days, range, timeZone)}`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
