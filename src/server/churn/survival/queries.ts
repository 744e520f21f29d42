import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { CustomerLifetime, GoLiveQuarterCount } from '#shared/churn/survival/rules.ts';
import type { Day } from '#shared/core/dates.ts';
import { retentionComparisonLandmark } from '#shared/onboarding/constants.ts';

/** Returns a cache version that changes with customers, losses, official weeks and onboarding. */
export async function customerLifetimesCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select version from list_version where list = 'practices'), (select concat_ws(',', count(*), sum(version)) from churn_event),
      (select max(closed_at) from official_week), (select max(updated_at) from institution), (select concat_ws(',', count(*), max(week_start)) from onboarding_week)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

/**
 * Returns the first day from which losses are known: the first official week, or the first loss if
 * it is earlier.
 */
export async function findLossRecordsStart(queries: Queries): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select least((select min(week_start) from official_week), (select min(effective_on) - 1 from churn_event where taken_back_at is null)) as day`.execute(
    queries,
  );
  return rows[0]?.day ?? null;
}

/**
 * SQL for the known go-live or creation date. The date of the first import is not used, because the
 * customer may be much older.
 */
const wentLive = sql`coalesce(i.go_live_on, i.created_on)`;

export async function countWithoutGoLive(queries: Queries): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from institution i where ${wentLive} is null`.execute(
    queries,
  );
  return rows[0]?.count ?? 0;
}

/**
 * SQL for the departure of each customer, with or without an entered notice. Ignores notices that
 * take effect in the future.
 */
const departure = (today: Day) => sql`
  select i.institution_id, ${wentLive} as live_on, i.practice_type,
    case when e.effective_on <= ${today}::date then e.effective_on else i.churned_on end as left_on,
    coalesce(e.found_reason, e.reason, 'Unknown') as reason, e.noticed_on
  from institution i left join churn_event e on e.institution_id = i.institution_id and e.taken_back_at is null
  where ${wentLive} <= ${today}::date`;

const reached = `${retentionComparisonLandmark.score}% by day ${retentionComparisonLandmark.day}`;
const missed = `Below ${retentionComparisonLandmark.score}% by day ${retentionComparisonLandmark.day}`;
/**
 * Maximum age in days of the score that decides whether a customer reached the onboarding target.
 */
const freshDays = 14;

/** Minimum lifetime in days, so that no lifetime is zero. */
const minimumLifetime = 0.5;

/**
 * Returns the observed lifetime of every customer until today. The attributes of a lost customer
 * are as of its departure.
 */
export async function findCustomerLifetimes(
  queries: Queries,
  knownSince: Day,
  today: Day,
): Promise<CustomerLifetime[]> {
  const { rows } = await sql<CustomerLifetime>`
    with customer as materialized (${departure(today)}),
    newest as (select institution_id, size_tier from score_week where week_start = (select max(week_start) from official_week)),
    place as (select institution_id, mode() within group (order by ehr) as ehr from location group by 1),
    begun as (
      select c.institution_id, count(distinct n.product) as products
      from customer c
      join (select *, min(valid_from) over (partition by institution_id) as first from entitlement) n on n.institution_id = c.institution_id
      where n.valid_from <= greatest(c.live_on, n.first) + 30
      group by 1
    ),
    landmark as (
      select distinct on (institution_id) institution_id, score
      from onboarding_week
      where day <= ${retentionComparisonLandmark.day}::integer and day > ${retentionComparisonLandmark.day - freshDays}::integer and score is not null
      order by institution_id, day desc
    )
    select greatest(0, ${knownSince}::date - c.live_on) as entry,
      greatest(${minimumLifetime}::float8, coalesce(c.left_on, ${today}::date) - c.live_on) as time,
      case when c.left_on is not null then c.reason end as reason,
      case when c.noticed_on is null then newest.size_tier else (
        select s.size_tier from score_week s where s.institution_id = c.institution_id and s.week_start + 6 < c.noticed_on
        order by s.week_start desc limit 1) end as "sizeTier",
      c.practice_type as "practiceType", place.ehr,
      case when landmark.score >= ${retentionComparisonLandmark.score} then ${reached} when landmark.score is not null then ${missed} end as onboarding,
      case when begun.products <= 2 then '1 or 2 products' when begun.products <= 4 then '3 or 4 products'
        when begun.products > 4 then '5 products or more' end as products
    from customer c
    left join newest using (institution_id) left join place using (institution_id)
    left join begun using (institution_id) left join landmark using (institution_id)
    where c.left_on is null or c.left_on > ${knownSince}::date and c.left_on >= c.live_on`.execute(
    queries,
  );
  return rows;
}

/**
 * Counts the customers of each go-live quarter that stayed, by months of tenure; month 0 is the
 * go-live. Only customers that went live on or after `knownSince` are included. Months that the
 * youngest customer of a quarter has not reached are left out.
 */
export async function countRetainedByCohort(
  queries: Queries,
  knownSince: Day,
  today: Day,
  months: readonly number[],
): Promise<GoLiveQuarterCount[]> {
  const { rows } = await sql<GoLiveQuarterCount>`
    with customer as materialized (${departure(today)}),
    cell as materialized (
      select c.institution_id, c.left_on, date_trunc('quarter', c.live_on)::date as quarter_start, m.month,
        (c.live_on + make_interval(months => m.month))::date as day
      from customer c cross join unnest(${[0, ...months]}::integer[]) m (month)
      where c.live_on >= ${knownSince}::date and (c.left_on is null or c.left_on >= c.live_on)
        and (m.month = 0 or date_trunc('quarter', c.live_on) + interval '3 months' - interval '1 day' + make_interval(months => m.month) <= ${today}::date)
    ),
    paid as materialized (
      select cell.institution_id, cell.month, sum(k.monthly_cents)::float8 as cents
      from cell join contract_term k on k.institution_id = cell.institution_id and k.starts_on <= cell.day
        and (k.ends_on is null or k.ends_on > cell.day) and (cell.left_on is null or cell.left_on > cell.day)
      group by 1, 2
    )
    select cell.quarter_start as "quarterStart", cell.month, count(*)::integer as customers,
      count(*) filter (where cell.left_on is null or cell.left_on > cell.day)::integer as still,
      count(base.cents)::integer as paying, coalesce(sum(base.cents), 0) as cents,
      coalesce(sum(now.cents) filter (where base.cents is not null), 0) as "centsStill"
    from cell
    left join paid base on base.institution_id = cell.institution_id and base.month = 0 and base.cents > 0
    left join paid now on now.institution_id = cell.institution_id and now.month = cell.month
    group by 1, 2`.execute(queries);
  return rows;
}
