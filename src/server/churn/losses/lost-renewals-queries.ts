import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type LostRenewal, listedLostRenewalDays } from '#shared/churn/losses/lost-renewals.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * Returns the newest lost renewal of each customer without a notice, newest first. A lost renewal
 * is ignored when another renewal or a withdrawn notice followed it.
 */
export async function findLostRenewals(
  queries: Queries,
  today: Day,
  timeZone: string,
): Promise<LostRenewal[]> {
  const { rows } = await sql<LostRenewal>`
    with renewal as materialized (
      select *, (updated_at at time zone ${timeZone})::date as changed_on from crm_deal where pipeline ilike 'renewal%'
    ), lost as (
      select distinct on (institution_id) *, least(coalesce(closes_on, changed_on), changed_on, ${today}::date) as lost_on from renewal
      where closed and lower(replace(stage, ' ', '')) = 'closedlost'
      order by institution_id, updated_at desc, deal_id desc
    )
    select i.institution_id as "institutionId", i.name as "institutionName", l.name as "dealName", l.lost_on as "lostOn",
      greatest(l.lost_on, coalesce((select max(c.ends_on) from contract c where c.institution_id = i.institution_id), l.closes_on, l.lost_on)) as "endsOn",
      l.amount_cents / 1200.0::float8 as "monthlyDollars"
    from lost l join institution i using (institution_id)
    where i.churned_on is null and l.lost_on > ${today}::date - ${listedLostRenewalDays}::integer
      and not exists (select from churn_event c where c.institution_id = l.institution_id and (c.taken_back_at is null or c.taken_back_at >= l.updated_at))
      and not exists (select from renewal r where r.institution_id = l.institution_id and not r.closed)
    order by l.lost_on desc, i.institution_id`.execute(queries);
  return rows;
}
