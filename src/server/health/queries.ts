import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/dates.ts';

/**
 * Makes usage_week and feed_week anew from usage_daily for every week that meets the range, one statement per
 * week and table. Only what has daily rows is touched, so that weeks loaded without days keep their figures.
 */
export async function rollUpWeeks(database: Queries, from: Day, to: Day): Promise<void> {
  for (let week = weekStartOf(from); week <= to; week = addDays(week, 7)) {
    const weekEnd = weekEndOf(week);
    await sql`
      insert into usage_week (institution_id, location_id, product, week_start, value)
      select institution_id, location_id, product, ${week}::date, sum(value)
      from usage_daily where day between ${week}::date and ${weekEnd}::date
      group by institution_id, location_id, product
      on conflict (institution_id, location_id, product, week_start) do update set value = excluded.value
      where usage_week.value <> excluded.value`.execute(database);
    await sql`
      insert into feed_week (institution_id, location_id, week_start, last_report_on)
      select institution_id, location_id, ${week}::date, max(day)
      from usage_daily where day between ${week}::date and ${weekEnd}::date
      group by institution_id, location_id
      on conflict (institution_id, location_id, week_start) do update set last_report_on = excluded.last_report_on
      where feed_week.last_report_on < excluded.last_report_on`.execute(database);
  }
}
