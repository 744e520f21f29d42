import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

export interface PersonTask {
  institutionId: number;
  institutionName: string;
  taskId: string;
  title: string;
  version: number;
}

export async function findOpenTasksOfUser(queries: Queries, userId: string): Promise<PersonTask[]> {
  const { rows } = await sql<PersonTask>`
    select t.institution_id as "institutionId", i.name as "institutionName", t.task_id as "taskId", t.title, t.version
    from task t join institution i using (institution_id)
    where t.status = 'open' and t.assignee_id = ${userId}::uuid order by t.institution_id, t.due_on, t.task_id`.execute(
    queries,
  );
  return rows;
}

export interface TaskReassignmentRequest {
  institutionId: number;
  id: string;
  version: number;
  toId: string;
}

const wanted = (
  moves: readonly TaskReassignmentRequest[],
) => sql`unnest(${moves.map((move) => move.institutionId)}::bigint[], ${moves.map((move) => move.id)}::uuid[],
  ${moves.map((move) => move.version)}::integer[], ${moves.map((move) => move.toId)}::uuid[]) as w (institution_id, task_id, version, to_id)`;

/** Locks the tasks until the transaction ends. Locks in a fixed order to avoid deadlocks. */
export const lockTasks = (transaction: Queries, moves: readonly TaskReassignmentRequest[]) =>
  sql`select from task t join ${wanted(moves)} using (institution_id, task_id) order by t.institution_id, t.task_id for update of t`.execute(
    transaction,
  );

interface Moving {
  reassignmentId: string;
  userId: string;
  at: Date;
}

export interface ReassignedTask {
  institutionId: number;
  taskId: string;
  title: string;
  assigneeId: string;
}

/**
 * Reassigns the user's open tasks whose version is unchanged, and records the previous assignee.
 */
export async function reassignTasks(
  queries: Queries,
  moves: readonly TaskReassignmentRequest[],
  fromId: string,
  { reassignmentId, userId, at }: Moving,
): Promise<ReassignedTask[]> {
  const { rows } = await sql<ReassignedTask>`
    with moved as (
      update task t set assignee_id = w.to_id, version = t.version + 1, updated_by = ${userId}::uuid, updated_at = ${at}::timestamptz
      from ${wanted(moves)}
      where t.institution_id = w.institution_id and t.task_id = w.task_id and t.version = w.version and t.status = 'open'
        and t.assignee_id = ${fromId}::uuid
      returning t.institution_id, t.task_id, t.title, t.assignee_id, t.version
    ),
    kept as (
      insert into reassignment_task (institution_id, reassignment_id, task_id, from_id, version)
      select institution_id, ${reassignmentId}::uuid, task_id, ${fromId}::uuid, version from moved
    )
    select institution_id as "institutionId", task_id as "taskId", title, assignee_id as "assigneeId" from moved`.execute(
    queries,
  );
  return rows;
}

/** Restores the previous assignee of each task that has not changed since. */
export async function restoreTaskAssignees(
  queries: Queries,
  { reassignmentId, userId, at }: Moving,
): Promise<ReassignedTask[]> {
  const { rows } = await sql<ReassignedTask>`
    update task t set assignee_id = r.from_id, version = t.version + 1, updated_by = ${userId}::uuid, updated_at = ${at}::timestamptz
    from reassignment_task r
    where r.reassignment_id = ${reassignmentId}::uuid and t.institution_id = r.institution_id and t.task_id = r.task_id
      and t.version = r.version and t.status = 'open'
    returning t.institution_id as "institutionId", t.task_id as "taskId", t.title, t.assignee_id as "assigneeId"`.execute(
    queries,
  );
  return rows;
}
