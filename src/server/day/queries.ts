import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

export interface DayPlanRow {
  key: string;
  movedTo: Day | null;
  /** Position in today's order; `null` when the user has not ordered the rows. */
  place: number | null;
  version: number;
}

export async function findDayPlan(
  queries: Queries,
  userId: string,
  today: Day,
): Promise<Map<string, DayPlanRow>> {
  const { rows } = await sql<DayPlanRow>`
    select item_key as key, moved_to as "movedTo", case when placed_on = ${today}::date then place end as place, version
    from day_plan where user_id = ${userId}::uuid`.execute(queries);
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * Returns the minutes of the tasks and action items that the user closed today, including tasks for
 * prospects.
 */
export async function sumMinutesClosedToday(
  queries: Queries,
  userId: string,
  { today, timeZone, taskMinutes }: { today: Day; timeZone: string; taskMinutes: number },
): Promise<number> {
  const begin = sql`${today}::timestamp at time zone ${timeZone}`;
  const { rows } = await sql<{ minutes: number }>`
    select (
      (select count(*) from task where assignee_id = ${userId}::uuid and status = 'done' and closed_at >= ${begin}) * ${taskMinutes}::integer
      + (select count(*) from prospect_task where assignee_id = ${userId}::uuid and status = 'done' and closed_at >= ${begin}) * ${taskMinutes}::integer
      + (select coalesce(sum(minutes), 0) from call_to_action where updated_by = ${userId}::uuid and closed_at >= ${begin})
    )::integer as minutes`.execute(queries);
  return rows[0]?.minutes ?? 0;
}

interface DayPlanWrite {
  userId: string;
  changedBy: string;
  at: Date;
}

/**
 * Moves a row of the My day page to another day and returns its new version; `undefined` when the
 * row was moved after `version`.
 */
export async function moveDayItem(
  queries: Queries,
  {
    userId,
    key,
    to,
    version,
    changedBy,
    at,
  }: DayPlanWrite & { key: string; to: Day | null; version: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into day_plan as p (user_id, item_key, moved_to, version, updated_by, updated_at)
    select ${userId}::uuid, ${key}, ${to}::date, ${version + 1}::integer, ${changedBy}::uuid, ${at}::timestamptz
    where ${version}::integer = 0 or exists (select from day_plan where user_id = ${userId}::uuid and item_key = ${key})
    on conflict (user_id, item_key) do update
      set moved_to = excluded.moved_to, version = excluded.version, place = null, placed_on = null,
        updated_by = excluded.updated_by, updated_at = excluded.updated_at
      where p.version = excluded.version - 1
    returning version`.execute(queries);
  return rows[0]?.version;
}

/** Replaces the order that the user set for today's rows. */
export async function saveDayOrder(
  queries: Queries,
  keys: readonly string[],
  today: Day,
  { userId, changedBy, at }: DayPlanWrite,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await sql`update day_plan set place = null, placed_on = null where user_id = ${userId}::uuid and place is not null`.execute(
      transaction,
    );
    await sql`insert into day_plan as p (user_id, item_key, place, placed_on, updated_by, updated_at)
      select ${userId}::uuid, key, place::integer, ${today}::date, ${changedBy}::uuid, ${at}::timestamptz
      from unnest(${keys}::text[]) with ordinality as requested (key, place)
      on conflict (user_id, item_key) do update
        set place = excluded.place, placed_on = excluded.placed_on, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
      transaction,
    );
  });
}
