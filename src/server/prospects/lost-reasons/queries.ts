import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { isRemainingSql } from '../merged-queries.ts';

type Count = { reason: string; count: number };

/** Counts the prospects that are lost today, and were lost on or after a day, by reason. */
export async function countLostProspects(
  queries: Queries,
  { from, timeZone }: { from: Day; timeZone: string },
): Promise<Map<string, number>> {
  const { rows } = await sql<Count>`
    select lost_reason as reason, count(*)::int as count from prospect_work w
    where stage = 'Lost' and lost_reason is not null and (stage_since at time zone ${timeZone})::date >= ${from}::date
      and ${isRemainingSql(sql`w.prospect_id`)}
    group by 1`.execute(queries);
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}

/** Counts the customers that gave notice on or after a day, by the reason found in the review. */
export async function countLeavingCustomers(
  queries: Queries,
  from: Day,
): Promise<Map<string, number>> {
  const { rows } = await sql<Count>`
    select coalesce(found_reason, reason) as reason, count(*)::int as count from churn_event
    where taken_back_at is null and noticed_on >= ${from}::date group by 1`.execute(queries);
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}
