import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { maxListedRetainedRows, type UndoReport } from '#shared/imports/undo.ts';

type Sql = RawBuilder<unknown>;

interface Place {
  institution_id: number;
  location_id: number;
}
export const beforeFirstLocation: Place = { institution_id: 0, location_id: 0 };
/**
 * Average number of days in a saved change. A saved change holds an array of days for one location
 * and product.
 */
const daysPerArray = 28;

/**
 * Returns the location that ends the next batch of about `rows` rows; `undefined` after the last
 * batch.
 */
export async function findBatchEndLocation(
  transaction: Queries,
  importId: string,
  after: Place,
  rows: number,
): Promise<Place | undefined> {
  const { rows: found } = await sql<Place>`
    select institution_id, location_id
    from (
      select institution_id, location_id from usage_change
      where import_id = ${importId}::uuid and (institution_id, location_id) > (${after.institution_id}, ${after.location_id})
      order by institution_id, location_id limit ${Math.max(1, Math.round(rows / daysPerArray))}
    ) next
    order by institution_id desc, location_id desc limit 1`.execute(transaction);
  return found[0];
}

export const changedUsageInBatchConditionSql = (
  importId: string,
  after: Place,
  last: Place,
): Sql => sql`import_id = ${importId}::uuid
  and (institution_id, location_id) > (${after.institution_id}, ${after.location_id})
  and (institution_id, location_id) <= (${last.institution_id}, ${last.location_id})`;

/**
 * Restores the days that were not changed since the import. Without `writes`, only counts these
 * days.
 */
export async function restoreUnchangedUsageDays(
  transaction: Queries,
  piece: Sql,
  writes: boolean,
): Promise<UndoReport> {
  const written = sql`, removed as (
      delete from usage_daily d using standing s
      where d.institution_id = s.institution_id and d.location_id = s.location_id and d.product = s.product and d.day = s.day
        and s.is_same and s.before is null
    ), restored as (
      update usage_daily d set value = s.before from standing s
      where d.institution_id = s.institution_id and d.location_id = s.location_id and d.product = s.product and d.day = s.day
        and s.is_same and s.before is not null
    )`;
  const { rows } = await sql<UndoReport>`
    with standing as materialized (
      select c.institution_id, c.location_id, c.product, u.day, u.before, now.value is not distinct from u.after as is_same
      from (select * from usage_change where ${piece}) c
      cross join lateral unnest(c.days, c.values_before, c.values_after) as u(day, before, after)
      left join lateral (
        select value from usage_daily d
        where d.institution_id = c.institution_id and d.location_id = c.location_id and d.product = c.product and d.day = u.day offset 0
      ) now on true
    )${writes ? written : sql``}
    select count(*) filter (where is_same and before is null) as removed, count(*) filter (where is_same and before is not null) as restored,
           count(*) filter (where not is_same) as kept,
           (select coalesce(jsonb_agg(k), '[]') from (
              select i.name || ', ' || l.name || ': ' || s.product || ' on ' || to_char(s.day, 'FMMon FMDD, YYYY') as what, 'Loaded again since' as why
              from (select * from standing where not is_same limit ${maxListedRetainedRows}) s
              join institution i using (institution_id)
              join location l using (institution_id, location_id)
            ) k) as "keptRows"
    from standing`.execute(transaction);
  return rows[0] ?? { removed: 0, restored: 0, kept: 0, keptRows: [] };
}

/**
 * Recomputes the weekly usage from the remaining days and restores the day of the last report. When
 * the new sum and the value before the import differ only by a rounding error, restores the value
 * before the import.
 */
export async function recomputeUsageWeeks(transaction: Queries, piece: Sql): Promise<void> {
  await sql`
    with due as materialized (
      select c.institution_id, c.location_id, c.product, u.week,
             case when abs(days.value - u.before) <= 1e-9 * greatest(1, abs(u.before)) then u.before else days.value end as value
      from (select * from usage_week_change where ${piece}) c
      cross join lateral unnest(c.weeks, c.values_before) as u(week, before)
      cross join lateral (
        select sum(value) as value from usage_daily d
        where d.institution_id = c.institution_id and d.location_id = c.location_id and d.product = c.product
          and d.day between u.week and u.week + 6
      ) days
    ), removed as (
      delete from usage_week w using due
      where w.institution_id = due.institution_id and w.location_id = due.location_id and w.product = due.product and w.week_start = due.week
        and due.value is null
    )
    update usage_week w set value = due.value from due
    where w.institution_id = due.institution_id and w.location_id = due.location_id and w.product = due.product and w.week_start = due.week
      and due.value is not null and w.value <> due.value`.execute(transaction);
  await sql`
    with due as materialized (
      select c.institution_id, c.location_id, u.week, greatest(u.before, (
        select max(day) from usage_daily d
        where d.institution_id = c.institution_id and d.location_id = c.location_id
          and d.day = any(array(select u.week + weekday from generate_series(0, 6) weekday))
      )) as report
      from (select * from feed_week_change where ${piece}) c
      cross join lateral unnest(c.weeks, c.reports_before) as u(week, before)
    ), removed as (
      delete from feed_week f using due
      where f.institution_id = due.institution_id and f.location_id = due.location_id and f.week_start = due.week and due.report is null
    )
    update feed_week f set last_report_on = due.report from due
    where f.institution_id = due.institution_id and f.location_id = due.location_id and f.week_start = due.week
      and due.report is not null and f.last_report_on <> due.report`.execute(transaction);
}

/** Deletes the undo data of a batch, so that it is not undone twice. */
export async function deleteUsageUndoData(transaction: Queries, piece: Sql): Promise<void> {
  for (const table of ['usage_change', 'usage_week_change', 'feed_week_change'])
    await sql`delete from ${sql.table(table)} where ${piece}`.execute(transaction);
}
