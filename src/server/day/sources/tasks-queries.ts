import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

interface DueTask {
  institutionId: number;
  institutionName: string;
  taskId: string;
  title: string;
  due: Day;
  version: number;
}

export async function findDueTasks(
  queries: Queries,
  userId: string,
  today: Day,
): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    select t.institution_id as "institutionId", i.name as "institutionName", t.task_id as "taskId", t.title, t.due_on as due, t.version
    from task t join institution i using (institution_id)
    where t.status = 'open' and t.assignee_id = ${userId}::uuid and t.due_on <= ${today}::date
      and (t.snoozed_until is null or t.snoozed_until <= ${today}::date)
    order by t.due_on, t.task_id`.execute(queries);
  return rows;
}
