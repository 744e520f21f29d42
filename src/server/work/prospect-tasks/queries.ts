import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { maxListedProspectTasks, type ProspectTask } from '#shared/work/prospect-tasks.ts';
import { joinedUserSql, userOrFormerSql } from '../people-queries.ts';
import {
  changedTaskColumns,
  editableTaskColumns,
  type TaskUpdate,
} from '../tasks/tasks-queries.ts';
import type { EditableTaskFields } from '../tasks/tasks-rules.ts';

type TaskRow = Omit<ProspectTask, 'createdAt' | 'updatedAt' | 'closedAt'> & {
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
};

const selectTasks = sql`select t.prospect_id as "prospectId", n.name as "prospectName", t.task_id as "taskId", t.title, t.details, t.due_on as "dueOn",
  ${joinedUserSql('assignee')} as assignee, t.status, t.snoozed_until as "snoozedUntil", t.version, ${userOrFormerSql('t.created_by')} as "createdBy",
  t.created_at as "createdAt", ${userOrFormerSql('t.updated_by')} as "updatedBy", t.updated_at as "updatedAt", t.closed_at as "closedAt"
  from prospect_task t join prospect_name n using (prospect_id)
  left join person assignee on assignee.user_id = t.assignee_id`;

/** Converts a row to a task of the contract. The snooze is `null` after it has ended. */
const toTask = (row: TaskRow, today: Day): ProspectTask => ({
  ...row,
  snoozedUntil: row.snoozedUntil !== null && row.snoozedUntil > today ? row.snoozedUntil : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
});

/** Returns the open tasks of a prospect by due date, then its closed tasks, newest first. */
export async function listProspectTasks(
  queries: Queries,
  prospectId: number,
  today: Day,
): Promise<ProspectTask[]> {
  const { rows } = await sql<TaskRow>`
    ${selectTasks} where t.prospect_id = ${prospectId}
    order by t.status <> 'open', t.closed_at desc, t.due_on nulls last, t.created_at, t.task_id
    limit ${maxListedProspectTasks}`.execute(queries);
  return rows.map((row) => toTask(row, today));
}

export async function findProspectTask(
  queries: Queries,
  prospectId: number,
  taskId: string,
  today: Day,
): Promise<ProspectTask | undefined> {
  const { rows } = await sql<TaskRow>`
    ${selectTasks} where t.prospect_id = ${prospectId} and t.task_id = ${taskId}::uuid`.execute(
    queries,
  );
  return rows[0] && toTask(rows[0], today);
}

/** Locks a task until the transaction ends, so that concurrent changes run one after another. */
export async function lockProspectTask(
  transaction: Queries,
  prospectId: number,
  taskId: string,
): Promise<void> {
  await transaction
    .selectFrom('prospect_task')
    .select('task_id')
    .where('prospect_id', '=', prospectId)
    .where('task_id', '=', taskId)
    .forUpdate()
    .execute();
}

interface TaskWrite extends EditableTaskFields {
  prospectId: number;
  taskId: string;
  userId: string;
  at: Date;
}

/** Adds a task. Does nothing when the prospect has a task with this id. */
export async function insertProspectTask(queries: Queries, task: TaskWrite): Promise<void> {
  await queries
    .insertInto('prospect_task')
    .values({
      prospect_id: task.prospectId,
      task_id: task.taskId,
      ...editableTaskColumns(task),
      created_by: task.userId,
      created_at: task.at,
      updated_by: task.userId,
      updated_at: task.at,
      closed_at: null,
      closed_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Saves a changed task. A change of a closed task keeps the user who closed it. */
export async function updateProspectTask(
  transaction: Queries,
  task: TaskUpdate & Pick<TaskWrite, 'prospectId' | 'taskId'>,
): Promise<void> {
  await transaction
    .updateTable('prospect_task')
    .set({
      ...changedTaskColumns(task),
      closed_by:
        task.status === 'open'
          ? null
          : sql`case when status = ${task.status} then closed_by else ${task.userId}::uuid end`,
    })
    .where('prospect_id', '=', task.prospectId)
    .where('task_id', '=', task.taskId)
    .execute();
}

export async function isProspect(queries: Queries, prospectId: number): Promise<boolean> {
  const { rows } =
    await sql`select from prospect where prospect_id = ${prospectId}::bigint`.execute(queries);
  return rows.length > 0;
}
