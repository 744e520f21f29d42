import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, weekStartOf } from '#shared/core/dates.ts';
import {
  type InstitutionRange,
  institutionRangeConditionSql,
  runInInstitutionPieces,
} from './institution-range-queries.ts';
import { withCompleteImports } from './scoring-lease-queries.ts';

/**
 * Recomputes usage_week and feed_week from usage_daily for every week in the range. Each
 * transaction handles a range of institutions. Changes only weeks with daily rows, so that weeks
 * imported without daily rows keep their figures.
 */
export async function recomputeWeeksFromDays(database: Queries, from: Day, to: Day): Promise<void> {
  for (let week = weekStartOf(from); week <= to; week = addDays(week, 7))
    await runInInstitutionPieces(
      (work) => withCompleteImports(database, work),
      (transaction, range) => rollUpPiece(transaction, week, range),
    );
}

async function rollUpPiece(
  transaction: Queries,
  week: Day,
  range: InstitutionRange,
): Promise<void> {
  const days = Array.from({ length: 7 }, (_, day) => addDays(week, day));
  const rows = sql`from usage_daily where day = any(${days}::date[]) and ${institutionRangeConditionSql(range, 'institution_id')}`;
  await sql`
    insert into usage_week (institution_id, location_id, product, week_start, value)
    select institution_id, location_id, product, ${week}::date, sum(value) ${rows}
    group by institution_id, location_id, product
    on conflict (institution_id, location_id, product, week_start) do update set value = excluded.value
    where usage_week.value <> excluded.value`.execute(transaction);
  await sql`
    insert into feed_week (institution_id, location_id, week_start, last_report_on)
    select institution_id, location_id, ${week}::date, max(day) ${rows}
    group by institution_id, location_id
    on conflict (institution_id, location_id, week_start) do update set last_report_on = excluded.last_report_on
    where feed_week.last_report_on < excluded.last_report_on`.execute(transaction);
}
