import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import {
  type InstitutionRange,
  institutionRangeConditionSql,
} from '#server/scoring/institution-range-queries.ts';
import { minimumGroupLocations } from '#shared/churn/patterns/features.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { productKeys, products } from '#shared/core/products.ts';

/**
 * Products whose uses are counted. Payments are measured in dollars. The uses of a sub-product are
 * already part of its parent product.
 */
const countedProducts = productKeys.filter(
  (key) => products[key].unit === 'uses' && products[key].parent === undefined,
);

/** Returns the official weeks that were not gathered yet or were rescored since, oldest first. */
export async function findWeeksToGather(queries: Queries, before: Day): Promise<Day[]> {
  const { rows } = await sql<{ week_start: Day }>`
    select w.week_start from official_week w
    where w.week_start + 7 <= ${before}::date
      and coalesce((select min(gathered_at) from churn_week f where f.week_start = w.week_start) < w.closed_at, w.institutions > 0)
    order by w.week_start`.execute(queries);
  // In an interrupted run, some institutions of a week are missing.
  const { rows: broken } = await sql<{ week_start: Day }>`
    select w.week_start from official_week w
    where w.week_start + 7 <= ${before}::date
      and (select count(*) from churn_week f where f.week_start = w.week_start) between 1 and w.institutions - 1`.execute(
    queries,
  );
  return [...new Set([...rows, ...broken].map((row) => row.week_start))].sort();
}

/**
 * Gathers the activity of institutions in official weeks and replaces earlier rows. Returns the
 * number of rows written.
 */
export async function gatherWeeklyActivity(
  transaction: Queries,
  weeks: readonly Day[],
  range: InstitutionRange,
  now: Date,
): Promise<number> {
  const first = weeks[0];
  const last = weeks.at(-1);
  if (first === undefined || last === undefined) return 0;
  const requestedWeeks = sql`${weeks}::date[]`;
  const read = sql`array(select ${addDays(first, -77)}::date + 7 * n from generate_series(0, (${last}::date - ${first}::date) / 7 + 11) n)`;
  const { rows } = await sql<{ written: number }>`
    with week as materialized (select week_start, version from official_week where week_start = any(${requestedWeeks})),
    subject as materialized (
      select s.institution_id, s.week_start, s.location_count from week
      join score_version s on s.week_start = week.week_start and s.version = week.version where ${institutionRangeConditionSql(range, 's.institution_id')}
    ),
    used as materialized (
      select institution_id, week_start,
        sum(value) filter (where product = any(${countedProducts}::text[])) as uses,
        sum(value) filter (where product = 'onlineBooking') as bookings,
        sum(value) filter (where product = 'forms') as forms,
        sum(value) filter (where product = 'payments') as payments,
        sum(value) filter (where product = 'messaging') as messages
      from usage_week where week_start = any(${requestedWeeks}) and ${institutionRangeConditionSql(range, 'institution_id')} group by 1, 2
    ),
    reported as materialized (
      select distinct institution_id, week_start from feed_week where week_start = any(${requestedWeeks}) and ${institutionRangeConditionSql(range, 'institution_id')}
    ),
    in_group as materialized (select distinct institution_id from subject where location_count >= ${minimumGroupLocations}),
    place as materialized (
      select f.institution_id, f.location_id, f.week_start, coalesce(sum(u.value) filter (where u.product = any(${countedProducts}::text[])), 0) as uses
      from feed_week f join in_group using (institution_id)
      left join usage_week u on u.week_start = f.week_start and u.institution_id = f.institution_id and u.location_id = f.location_id
      where f.week_start = any(${read}) and ${institutionRangeConditionSql(range, 'f.institution_id')} group by 1, 2, 3
    ),
    spot as (
      select p.institution_id, p.location_id, week.week_start,
        avg(p.uses) filter (where p.week_start > week.week_start - 28) as late,
        avg(p.uses) filter (where p.week_start <= week.week_start - 28) as early
      from week join place p on p.week_start > week.week_start - 84 and p.week_start <= week.week_start group by 1, 2, 3
    ),
    grouped as materialized (
      select institution_id, week_start, count(*) filter (where early > 0) as in_use, count(*) filter (where late < early / 2) as quiet
      from spot where late is not null group by 1, 2
    ),
    written as (
      insert into churn_week
      select s.institution_id, s.week_start,
        case when r.week_start is not null then coalesce(u.uses, 0) end, case when r.week_start is not null then coalesce(u.bookings, 0) end,
        case when r.week_start is not null then coalesce(u.forms, 0) end, case when r.week_start is not null then coalesce(u.payments, 0) end,
        case when r.week_start is not null then coalesce(u.messages, 0) end, g.in_use, g.quiet, ${now}::timestamptz
      from subject s left join used u using (institution_id, week_start) left join reported r using (institution_id, week_start)
      left join grouped g using (institution_id, week_start)
      on conflict (institution_id, week_start) do update set uses = excluded.uses, bookings = excluded.bookings, forms = excluded.forms,
        payments = excluded.payments, messages = excluded.messages, group_locations = excluded.group_locations,
        quiet_locations = excluded.quiet_locations, gathered_at = excluded.gathered_at
      returning 1
    )
    select count(*)::integer as written from written`.execute(transaction);
  return rows[0]?.written ?? 0;
}
