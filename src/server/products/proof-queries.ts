import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import { type EhrCounts, minimumNamedEhrCustomers } from '#shared/products/proof.ts';

export interface UsageChanges {
  product: ProductKey;
  /** Change in usage of each comparable customer, in percent, ascending. */
  changes: number[];
  medianBefore: number | null;
  medianNow: number | null;
  unusedBefore: number;
  notMeasurableNow: number;
}

/**
 * Returns SQL that selects product, institution_id and usage per location in the 28 days up to the
 * end of `week`. Customers whose usage could not be measured on all 28 days are left out.
 */
const measuredIn = (keys: readonly ProductKey[], week: Day) => sql`
  select p.product, p.institution_id, p.usage / r.locations as usage
  from product_week p
  join score_week s on s.institution_id = p.institution_id and s.week_start = ${week}::date and not s.in_grace
  join (
    select f.institution_id, sum(f.weeks)::float8 / 4 as locations
    from (
      select institution_id, location_id, count(*) as weeks, bool_or(week_start = ${week}::date) as is_live
      from feed_week where week_start between ${week}::date - 21 and ${week}::date
      group by institution_id, location_id
    ) f
    where f.is_live and not exists (
      select from location l
      where l.institution_id = f.institution_id and l.location_id = f.location_id
        and (l.begins_on > ${week}::date + 6 or l.closed_on <= ${week}::date + 6)
    )
    group by f.institution_id
  ) r on r.institution_id = p.institution_id
  where p.week_start = ${week}::date and p.product = any(${[...keys]}::text[]) and p.entitled and exists (
    select from entitlement e
    where e.institution_id = p.institution_id and e.product = p.product
      and e.valid_from <= ${week}::date - 21 and (e.valid_to is null or e.valid_to > ${week}::date + 6)
  )`;

/**
 * Compares the 28-day usage per location of each customer in two periods, which end with the weeks
 * `before` and `now`. In both periods, the customer must have the product on all 28 days, be past
 * grace and have a live connection. Usage is divided by the number of weeks in which the locations
 * reported, so a silent week does not count as zero.
 */
export async function findUsageChanges(
  database: Queries,
  keys: readonly ProductKey[],
  { before, now }: { before: Day; now: Day },
): Promise<UsageChanges[]> {
  const { rows } = await sql<UsageChanges>`
with measured as (
  select false as is_now, b.* from (${measuredIn(keys, before)}) b
  union all
  select true, n.* from (${measuredIn(keys, now)}) n
),
compared as (
  select product, before, now, before > 0 and now is not null as counts
  from (
    select product, max(usage) filter (where not is_now) as before, max(usage) filter (where is_now) as now
    from measured group by product, institution_id
  ) each
  where before is not null
)
select p.product,
  coalesce(array_to_json(array_agg(100 * (c.now - c.before) / c.before order by (c.now - c.before) / c.before) filter (where c.counts)), '[]') as changes,
  percentile_cont(0.5) within group (order by c.before) filter (where c.counts) as "medianBefore",
  percentile_cont(0.5) within group (order by c.now) filter (where c.counts) as "medianNow",
  count(*) filter (where c.before = 0) as "unusedBefore",
  count(*) filter (where c.before > 0 and c.now is null) as "notMeasurableNow"
from unnest(${[...keys]}::text[]) with ordinality p (product, place)
left join compared c on c.product = p.product
group by p.product, p.place
order by p.place`.execute(database);
  return rows;
}

/**
 * Counts the EHRs of open practices that used any of the products in the 28 days up to the end of
 * `week`.
 */
export async function countEhrsUsingProducts(
  database: Queries,
  keys: readonly ProductKey[],
  week: Day,
): Promise<EhrCounts> {
  const { rows } = await sql<{ name: string | null; practices: number; customers: number }>`
with used as materialized (
  select distinct institution_id, location_id
  from usage_week
  where week_start between ${week}::date - 21 and ${week}::date and product = any(${[...keys]}::text[]) and value > 0
)
select min(btrim(l.ehr)) as name, count(*)::int as practices, count(distinct l.institution_id)::int as customers
from used u
join location l on l.institution_id = u.institution_id and l.location_id = u.location_id
where l.closed_on is null or l.closed_on > ${week}::date + 6
group by nullif(lower(btrim(l.ehr)), '')
order by practices desc, name`.execute(database);
  const sum = (of: typeof rows) => of.reduce((total, row) => total + row.practices, 0);
  const known = rows.flatMap(({ name, ...row }) => (name ? [{ name, ...row }] : []));
  const named = known.filter(({ customers }) => customers >= minimumNamedEhrCustomers);
  return {
    named,
    otherPractices: sum(known) - sum(named),
    unknownPractices: sum(rows) - sum(known),
    practices: sum(rows),
  };
}
