import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#shared/core/dates.ts';
import { productKeys, products } from '#shared/core/products.ts';

export const productsMeasuredPerLocationSql = sql.join(
  productKeys.filter((key) => products[key].isPerLocation).map((key) => sql.lit(key)),
);

/**
 * SQL for the value by which a product of an institution is compared: usage per measured location,
 * or total usage. `p` is the row of `product_week` and `s` the row of the score.
 */
export const comparableUsageSql = sql`case when p.product in (${productsMeasuredPerLocationSql}) then p.usage / nullif(s.measured_locations, 0) else p.usage end`;

/**
 * Returns SQL that selects institution_id, product, size_tier, practice_type, locations and value
 * of all peers in a week.
 */
export const selectWeekPeersSql = (week: Day): RawBuilder<unknown> => sql`
  select p.institution_id, p.product, s.size_tier, s.practice_type, s.measured_locations as locations,
    ${comparableUsageSql} as value
  from product_week p
  join score_week s on s.institution_id = p.institution_id and s.week_start = p.week_start
  where p.week_start = ${week}::date and p.entitled and s.measured_locations > 0 and not s.in_grace`;
