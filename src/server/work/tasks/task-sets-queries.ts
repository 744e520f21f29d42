import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { TaskStatus } from '#shared/work/tasks.ts';

export interface TaskToInsert {
  institutionId: number;
  taskId: string;
  title: string;
  details: string;
  dueOn: Day | null;
  assigneeId: string | null;
  /** User id of the creator. */
  userId: string;
}

/** Adds the tasks. Skips tasks whose id already exists. */
export async function insertBatchTasks(
  queries: Queries,
  tasks: readonly TaskToInsert[],
  at: Date,
): Promise<void> {
  await sql`
    insert into task (institution_id, task_id, title, details, due_on, assignee_id, created_by, created_at, updated_by, updated_at)
    select "institutionId", "taskId", title, details, "dueOn", "assigneeId", "userId", ${at}::timestamptz, "userId", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as t("institutionId" bigint, "taskId" uuid, title text, details text, "dueOn" date,
      "assigneeId" uuid, "userId" uuid)
    on conflict do nothing`.execute(queries);
}

export interface TaskChangeInBatch {
  institutionId: number;
  taskId: string;
  userId: string;
  status: TaskStatus;
  /** User id of the new assignee; `null` for no assignee. Ignored when the task is closed. */
  assigneeId: string | null;
}

type ChangedTask = Pick<TaskToInsert, 'institutionId' | 'taskId' | 'title'>;

/** Reassigns or closes the tasks that are still open. Returns the changed tasks. */
export async function closeOrReassignTasks(
  queries: Queries,
  changes: readonly TaskChangeInBatch[],
  at: Date,
): Promise<ChangedTask[]> {
  const { rows } = await sql<ChangedTask>`
    update task t set status = c.status, assignee_id = case when c.status = 'open' then c."assigneeId" else t.assignee_id end, version = t.version + 1, updated_by = c."userId",
      updated_at = ${at}::timestamptz,
      closed_at = case when c.status <> 'open' then ${at}::timestamptz end,
      snoozed_until = case when c.status = 'open' then t.snoozed_until end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c("institutionId" bigint, "taskId" uuid, "userId" uuid, status text,
      "assigneeId" uuid)
    where t.institution_id = c."institutionId" and t.task_id = c."taskId" and t.status = 'open'
    returning t.institution_id as "institutionId", t.task_id as "taskId", t.title`.execute(queries);
  return rows;
}
