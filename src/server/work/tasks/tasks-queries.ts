import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import type { Day } from '#shared/core/dates.ts';
import type { InstitutionWorkSummary, Task } from '#shared/work/tasks.ts';
import { joinedUserSql } from '../people-queries.ts';
import type { EditableTaskFields } from './tasks-rules.ts';

interface TaskRow {
  institution_id: number;
  institution_name: string;
  task_id: string;
  title: string;
  details: string;
  due_on: Day | null;
  assignee: Task['assignee'];
  status: Task['status'];
  snoozed_until: Day | null;
  version: number;
  created_by: Task['createdBy'];
  created_at: Date;
  updated_by: Task['updatedBy'];
  updated_at: Date;
  closed_at: Date | null;
}

const columns = sql`t.institution_id, i.name as institution_name, t.task_id, t.title, t.details, t.due_on, ${joinedUserSql('assignee')} as assignee,
  t.status, t.snoozed_until, t.version, ${joinedUserSql('creator')} as created_by, t.created_at, ${joinedUserSql('changer')} as updated_by,
  t.updated_at, t.closed_at`;
const tables = sql`task t join institution i using (institution_id)
  join person creator on creator.user_id = t.created_by
  join person changer on changer.user_id = t.updated_by
  left join person assignee on assignee.user_id = t.assignee_id`;

/** Converts a row to a task of the contract. The snooze is `null` after it has ended. */
const taskOf = (row: TaskRow, today: Day): Task => ({
  institutionId: row.institution_id,
  institutionName: row.institution_name,
  taskId: row.task_id,
  title: row.title,
  details: row.details,
  dueOn: row.due_on,
  assignee: row.assignee,
  status: row.status,
  snoozedUntil: row.snoozed_until !== null && row.snoozed_until > today ? row.snoozed_until : null,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
});

export async function findTask(
  queries: Queries,
  institutionId: number,
  taskId: string,
  today: Day,
): Promise<Task | undefined> {
  const { rows } = await sql<TaskRow>`
    select ${columns} from ${tables} where t.institution_id = ${institutionId} and t.task_id = ${taskId}`.execute(
    queries,
  );
  return rows[0] && taskOf(rows[0], today);
}

/**
 * Returns the task and locks it until the transaction ends, so that concurrent changes run one
 * after another.
 */
export async function lockTask(
  transaction: Queries,
  institutionId: number,
  taskId: string,
): Promise<void> {
  await transaction
    .selectFrom('task')
    .select('task_id')
    .where('institution_id', '=', institutionId)
    .where('task_id', '=', taskId)
    .forUpdate()
    .execute();
}

interface TaskWrite {
  institutionId: number;
  taskId: string;
  userId: string;
  at: Date;
}

type NewTask = Omit<TaskWrite, 'institutionId'> & EditableTaskFields;

/**
 * Adds the task to each institution that does not have a task with this id. Returns the
 * institutions to which the task was added.
 */
export async function insertTaskForCustomers(
  queries: Queries,
  institutionIds: readonly number[],
  task: NewTask,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    insert into task (institution_id, task_id, title, details, due_on, assignee_id, status, created_by, created_at, updated_by, updated_at)
    select id, ${task.taskId}::uuid, ${task.title}, ${task.details}, ${task.dueOn}::date, ${task.assignee?.id ?? null}::uuid, ${task.status},
      ${task.userId}::uuid, ${task.at}::timestamptz, ${task.userId}::uuid, ${task.at}::timestamptz
    from unnest(${institutionIds}::bigint[]) as institution (id)
    on conflict do nothing returning institution_id`.execute(queries);
  return rows.map((row) => row.institution_id);
}

/**
 * Counts the institutions whose task with this id equals the request or was edited later. A lower
 * count than requested means that the id was used for another task.
 */
export async function countTasksMatchingRequest(
  queries: Queries,
  institutionIds: readonly number[],
  task: NewTask,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from task where institution_id = any(${institutionIds}::bigint[]) and task_id = ${task.taskId}::uuid
      and created_by = ${task.userId}::uuid and (version > 1 or (title = ${task.title} and details = ${task.details}
        and due_on is not distinct from ${task.dueOn}::date and assignee_id is not distinct from ${task.assignee?.id ?? null}::uuid))`.execute(
    queries,
  );
  return rows[0]?.found ?? 0;
}

/** Returns the columns of a task that users edit. */
export const editableTaskColumns = (task: EditableTaskFields) => ({
  title: task.title,
  details: task.details,
  due_on: task.dueOn,
  assignee_id: task.assignee?.id ?? null,
  status: task.status,
  snoozed_until: task.snoozedUntil,
});

export type TaskUpdate = EditableTaskFields & {
  version: number;
  userId: string;
  at: Date;
  closedAt: Date | null;
};

/** Returns the columns that a change of a task updates. */
export const changedTaskColumns = (task: TaskUpdate) => ({
  ...editableTaskColumns(task),
  version: task.version,
  updated_by: task.userId,
  updated_at: task.at,
  closed_at: task.closedAt,
});

export async function updateTask(
  transaction: Queries,
  task: TaskUpdate & Pick<TaskWrite, 'institutionId' | 'taskId'>,
): Promise<void> {
  await transaction
    .updateTable('task')
    .set(changedTaskColumns(task))
    .where('institution_id', '=', task.institutionId)
    .where('task_id', '=', task.taskId)
    .execute();
}

export interface TaskFilter {
  institutionId: number | undefined;
  /** User id to filter by; `null` matches unassigned tasks, `undefined` matches all tasks. */
  assigneeId: string | null | undefined;
  state: 'open' | 'closed';
  snoozed: 'no' | 'yes' | 'both';
  dueBy: Day | undefined;
}

/** Sort key of the last task on a page. The next page starts after this task. */
export interface TaskCursor {
  key: string;
  institutionId: number;
  taskId: string;
}

const all = sql`true`;

function filterCondition(filter: TaskFilter, today: Day) {
  const { institutionId, assigneeId, state, snoozed, dueBy } = filter;
  const isSnoozed = sql`coalesce(t.snoozed_until > ${today}::date, false)`;
  return sql.join(
    [
      state === 'open' ? sql`t.status = 'open'` : sql`t.status <> 'open'`,
      institutionId === undefined ? all : sql`t.institution_id = ${institutionId}`,
      assigneeId === undefined
        ? all
        : assigneeId === null
          ? sql`t.assignee_id is null`
          : sql`t.assignee_id = ${assigneeId}`,
      dueBy === undefined ? all : sql`t.due_on <= ${dueBy}::date`,
      snoozed === 'both' || state === 'closed'
        ? all
        : snoozed === 'yes'
          ? isSnoozed
          : sql`not ${isSnoozed}`,
    ],
    sql` and `,
  );
}

/**
 * Returns up to `limit` tasks after the cursor. Open tasks are sorted by due date, closed tasks
 * newest first.
 */
export async function listTasks(
  queries: Queries,
  filter: TaskFilter,
  page: { after: TaskCursor | undefined; limit: number },
  today: Day,
): Promise<{ task: Task; place: TaskCursor }[]> {
  const open = filter.state === 'open';
  const type = open ? sql`date` : sql`timestamptz`;
  const key = open ? sql`coalesce(t.due_on, 'infinity'::date)` : sql`t.closed_at`;
  const after = page.after;
  const afterCursor =
    after === undefined
      ? all
      : open
        ? sql`(${key}, t.institution_id, t.task_id) > (${after.key}::${type}, ${after.institutionId}::bigint, ${after.taskId}::uuid)`
        : sql`(${key}, t.institution_id, t.task_id) < (${after.key}::${type}, ${after.institutionId}::bigint, ${after.taskId}::uuid)`;
  const direction = open ? sql`asc` : sql`desc`;
  const { rows } = await sql<TaskRow & { key: string }>`
    select ${columns}, ${open ? sql`${key}::text` : sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`} as key from ${tables} where ${filterCondition(filter, today)} and ${afterCursor}
    order by ${key} ${direction}, t.institution_id ${direction}, t.task_id ${direction} limit ${page.limit}`.execute(
    queries,
  );
  return rows.map((row) => ({
    task: taskOf(row, today),
    place: { key: row.key, institutionId: row.institution_id, taskId: row.task_id },
  }));
}

export async function countTasks(
  queries: Queries,
  filter: TaskFilter,
  today: Day,
): Promise<{ total: number; overdue: number }> {
  const { rows } = await sql<{ total: number; overdue: number }>`
    select count(*) as total, count(*) filter (where t.status = 'open' and t.due_on < ${today}::date) as overdue
    from task t where ${filterCondition(filter, today)}`.execute(queries);
  return rows[0] ?? { total: 0, overdue: 0 };
}

/**
 * Returns the number of open tasks and the last touch of each of the institutions with any work;
 * `null` returns the summaries of all institutions.
 */
export async function findWorkSummaries(
  queries: Queries,
  institutionIds: readonly number[] | null,
  today: Day,
): Promise<InstitutionWorkSummary[]> {
  const isIncluded = institutionIdsConditionSql('institution_id', institutionIds);
  const { rows } = await sql<{
    institution_id: number;
    open_tasks: number;
    next_task: InstitutionWorkSummary['nextTask'];
    touched_at: Date | null;
  }>`
    with touch as (
      select institution_id, created_at as at from note where deleted_at is null and ${isIncluded}
      union all select institution_id, at from work_event where ${isIncluded}
      union all select institution_id, decided_at from risk_outcome where withdrawn_at is null and ${isIncluded}
    ),
    touched as (select institution_id, max(at) as at from touch group by institution_id),
    waiting as (select institution_id, count(*) as tasks from task where status = 'open' and ${isIncluded} group by institution_id),
    next as (
      select distinct on (institution_id) institution_id, json_build_object('title', title, 'dueOn', due_on) as task
      from task where status = 'open' and ${isIncluded} and (snoozed_until is null or snoozed_until <= ${today}::date)
      order by institution_id, due_on nulls last, created_at, task_id
    )
    select institution_id, coalesce(waiting.tasks, 0) as open_tasks, next.task as next_task, touched.at as touched_at
    from touched full join waiting using (institution_id) left join next using (institution_id)
    order by institution_id`.execute(queries);
  return rows.map((row) => ({
    institutionId: row.institution_id,
    openTasks: row.open_tasks,
    nextTask: row.next_task,
    lastTouchAt: row.touched_at?.toISOString() ?? null,
  }));
}
