import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { RevenueMove, RevenuePeriod } from '#shared/churn/contracts/contracts.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * SQL for the monthly amount of each institution on each day of the table expression `bound`.
 * Institutions that have left pay nothing.
 */
const amountOn = sql`
  select b.place, c.institution_id, sum(c.monthly_cents)::float8 / 100 as dollars
  from bound b
  join contract_term c on c.starts_on <= b.day and (c.ends_on is null or c.ends_on > b.day) and c.monthly_cents > 0
  join institution i on i.institution_id = c.institution_id and (i.churned_on is null or i.churned_on > b.day)
  group by 1, 2`;

/** Returns the revenue movements between consecutive days. */
export async function findRevenueMovements(
  queries: Queries,
  days: readonly Day[],
): Promise<RevenuePeriod[]> {
  const { rows } = await sql<RevenuePeriod>`
    with bound as (
      select place::integer, day from unnest(${[...days]}::date[]) with ordinality b (day, place)
    ), amount as materialized (${amountOn}), moved as (
      select coalesce(s.place, e.place - 1) as place, coalesce(s.dollars, 0) as s, coalesce(e.dollars, 0) as e
      from amount s full join amount e on e.institution_id = s.institution_id and e.place = s.place + 1
    ), told as (
      select place, sum(s) as start, sum(e) filter (where s = 0) as added, sum(e - s) filter (where s > 0 and e > s) as expansion,
        sum(s - e) filter (where e > 0 and e < s) as contraction, sum(s) filter (where e = 0) as churn, sum(e) as "end",
        count(*) filter (where s > 0)::integer as customers, count(*) filter (where s > 0 and e = 0)::integer as lost
      from moved group by place
    ), ended as (
      select b.place, c.institution_id, c.product, c.ends_on, sum(c.monthly_cents)::float8 / 100 as dollars
      from bound b join bound n on n.place = b.place + 1
      join contract_term c on c.ends_on > b.day and c.ends_on <= n.day
      group by 1, 2, 3, 4
    ), answered as (
      select d.place, d.dollars, coalesce(sum(c.monthly_cents), 0)::float8 / 100 as again
      from ended d
      join institution i on i.institution_id = d.institution_id
      left join contract_term c on c.institution_id = d.institution_id and c.product is not distinct from d.product and c.starts_on <= d.ends_on
        and (c.ends_on is null or c.ends_on > d.ends_on) and (i.churned_on is null or i.churned_on > d.ends_on)
      group by d.place, d.institution_id, d.product, d.ends_on, d.dollars
    ), renewals as (
      select place, sum(dollars) as due, sum(least(dollars, again)) as renewed from answered group by place
    )
    select b.day as "from", n.day as "to", coalesce(t.start, 0) as start, coalesce(added, 0) as added, coalesce(expansion, 0) as expansion,
      coalesce(contraction, 0) as contraction, coalesce(churn, 0) as churn, coalesce("end", 0) as "end", coalesce(customers, 0) as customers,
      coalesce(lost, 0) as lost, coalesce(due, 0) as due, coalesce(renewed, 0) as renewed
    from bound b join bound n on n.place = b.place + 1
    left join told t on t.place = b.place left join renewals r on r.place = b.place
    where t.start > 0 order by b.place`.execute(queries);
  return rows;
}

/**
 * Returns the institutions whose monthly revenue differs between two days, largest difference
 * first.
 */
export async function findInstitutionsWithRevenueChange(
  queries: Queries,
  from: Day,
  to: Day,
): Promise<RevenueMove[]> {
  const { rows } = await sql<RevenueMove>`
    with bound as (select * from (values (1, ${from}::date), (2, ${to}::date)) b (place, day)),
    amount as materialized (${amountOn})
    select i.institution_id as "institutionId", i.name as "institutionName", coalesce(s.dollars, 0) as start, coalesce(e.dollars, 0) as "end"
    from institution i
    left join amount s on s.institution_id = i.institution_id and s.place = 1
    left join amount e on e.institution_id = i.institution_id and e.place = 2
    where s.dollars is distinct from e.dollars
    order by abs(coalesce(e.dollars, 0) - coalesce(s.dollars, 0)) desc, i.institution_id`.execute(
    queries,
  );
  return rows;
}
