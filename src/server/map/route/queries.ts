import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/** Returns the last day of each customer that has given notice. */
export async function findLastDaysOfLeavingCustomers(
  queries: Queries,
  today: Day,
): Promise<Map<number, Day>> {
  const { rows } = await sql<{ institution_id: number; last_day: Day }>`
    select institution_id, effective_on as last_day from churn_event
    where taken_back_at is null and noticed_on <= ${today}::date`.execute(queries);
  return new Map(rows.map((row) => [row.institution_id, row.last_day]));
}
