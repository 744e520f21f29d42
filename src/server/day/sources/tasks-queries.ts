import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

interface DueTaskFacts {
  taskId: string;
  title: string;
  due: Day;
  version: number;
}

interface DueTask extends DueTaskFacts {
  institutionId: number;
  institutionName: string;
}

interface DueProspectTask extends DueTaskFacts {
  prospectId: number;
  placeId: string | null;
  name: string;
}

/** SQL for the open tasks `t` of a user that are due by today and not snoozed. */
const isDueSql = (userId: string, today: Day) =>
  sql`t.status = 'open' and t.assignee_id = ${userId}::uuid and t.due_on <= ${today}::date
      and (t.snoozed_until is null or t.snoozed_until <= ${today}::date)`;

export async function findDueTasks(
  queries: Queries,
  userId: string,
  today: Day,
): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    select t.institution_id as "institutionId", i.name as "institutionName", t.task_id as "taskId", t.title, t.due_on as due, t.version
    from task t join institution i using (institution_id)
    where ${isDueSql(userId, today)}
    order by t.due_on, t.task_id`.execute(queries);
  return rows;
}

export async function findDueProspectTasks(
  queries: Queries,
  userId: string,
  today: Day,
): Promise<DueProspectTask[]> {
  const { rows } = await sql<DueProspectTask>`
    select t.prospect_id as "prospectId", n.place_id as "placeId", n.name, t.task_id as "taskId", t.title, t.due_on as due, t.version
    from prospect_task t join prospect_name n using (prospect_id)
    where ${isDueSql(userId, today)}
    order by t.due_on, t.task_id`.execute(queries);
  return rows;
}
