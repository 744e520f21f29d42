import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { ActionItemPriority } from '#shared/action-items/words.ts';
import type { Day } from '#shared/core/dates.ts';

interface DueCall {
  institutionId: number;
  institutionName: string;
  callId: string;
  /** Alert rule of the item; `null` for an item that a user added. */
  ruleId: string | null;
  title: string;
  details: string;
  priority: ActionItemPriority;
  due: Day;
  minutes: number;
  firedCount: number;
  version: number;
}

/**
 * Returns open action items that are due or urgent and not snoozed. Includes the user's own items,
 * and unassigned items of the user's customers.
 */
export async function findDueActionItems(
  queries: Queries,
  userId: string,
  ownIds: readonly number[],
  today: Day,
): Promise<DueCall[]> {
  const { rows } = await sql<DueCall>`
    select c.institution_id as "institutionId", i.name as "institutionName", c.call_id as "callId", c.rule_id as "ruleId", c.title, c.details, c.priority,
      c.due_on as due, c.minutes, c.fired_count as "firedCount", c.version
    from call_to_action c join institution i using (institution_id)
    where c.closed_at is null and i.churned_on is null and (c.due_on <= ${today}::date or c.priority = 'urgent')
      and (c.snoozed_until is null or c.snoozed_until <= ${today}::date)
      and (c.assignee_id = ${userId}::uuid or (c.assignee_id is null and c.institution_id = any(${ownIds}::bigint[])))
    order by c.due_on, c.call_id`.execute(queries);
  return rows;
}
