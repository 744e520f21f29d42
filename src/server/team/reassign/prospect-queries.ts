import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { isUnclosedProspectSql } from '../queries.ts';

interface ProspectItem {
  prospectId: number;
  name: string;
  version: number;
}

interface ProspectTaskItem extends ProspectItem {
  taskId: string;
  title: string;
}

/** Returns the prospects of a user that are neither won nor lost nor merged. */
export async function findProspectsOfUser(
  queries: Queries,
  userId: string,
): Promise<ProspectItem[]> {
  const { rows } = await sql<ProspectItem>`
    select w.prospect_id as "prospectId", n.name, w.version from prospect_work w join prospect_name n using (prospect_id)
    where w.owner_id = ${userId}::uuid and ${isUnclosedProspectSql}
    order by w.prospect_id`.execute(queries);
  return rows;
}

export async function findProspectTasksOfUser(
  queries: Queries,
  userId: string,
): Promise<ProspectTaskItem[]> {
  const { rows } = await sql<ProspectTaskItem>`
    select t.prospect_id as "prospectId", n.name, t.task_id as "taskId", t.title, t.version
    from prospect_task t join prospect_name n using (prospect_id)
    where t.status = 'open' and t.assignee_id = ${userId}::uuid order by t.prospect_id, t.due_on, t.task_id`.execute(
    queries,
  );
  return rows;
}

export interface ProspectMove {
  prospectId: number;
  version: number;
  toId: string;
}

export interface ProspectTaskMove extends ProspectMove {
  id: string;
}

interface Moving {
  reassignmentId: string;
  userId: string;
  at: Date;
}

/**
 * Locks the work on the prospects and then the tasks until the transaction ends. Locks in a fixed
 * order to avoid deadlocks.
 */
export async function lockProspectsAndTasks(
  transaction: Queries,
  prospects: readonly ProspectMove[],
  tasks: readonly ProspectTaskMove[],
): Promise<void> {
  await sql`select from prospect_work where prospect_id = any(${prospects.map(({ prospectId }) => prospectId)}::bigint[])
    order by prospect_id for update`.execute(transaction);
  await sql`
    select from prospect_task t join ${wantedTasks(tasks)} using (prospect_id, task_id)
    order by t.prospect_id, t.task_id for update of t`.execute(transaction);
}

const wantedTasks = (
  moves: readonly ProspectTaskMove[],
) => sql`unnest(${moves.map(({ prospectId }) => prospectId)}::bigint[], ${moves.map(({ id }) => id)}::uuid[],
  ${moves.map(({ version }) => version)}::integer[], ${moves.map(({ toId }) => toId)}::uuid[]) as w (prospect_id, task_id, version, to_id)`;

/**
 * Reassigns the user's prospects whose version is unchanged. The change in the activity of each
 * prospect has the id of the reassignment. Returns the number of prospects.
 */
export async function reassignProspects(
  transaction: Queries,
  moves: readonly ProspectMove[],
  fromId: string,
  { reassignmentId, userId, at }: Moving,
): Promise<number> {
  const { rows } = await sql`
    with moved as (
      update prospect_work p set owner_id = w.to_id, version = p.version + 1
      from unnest(${moves.map(({ prospectId }) => prospectId)}::bigint[], ${moves.map(({ version }) => version)}::integer[],
        ${moves.map(({ toId }) => toId)}::uuid[]) as w (prospect_id, version, to_id)
      where p.prospect_id = w.prospect_id and p.version = w.version and p.owner_id = ${fromId}::uuid
      returning p.prospect_id, p.stage, p.owner_id
    )
    insert into prospect_change (prospect_id, change_id, changed_by, changed_at, change, before)
    select prospect_id, ${reassignmentId}::uuid, ${userId}::uuid, ${at}::timestamptz,
      jsonb_build_object('action', 'assign', 'ownerId', owner_id), jsonb_build_object('stage', stage, 'ownerId', ${fromId}::text)
    from moved returning prospect_id`.execute(transaction);
  return rows.length;
}

/**
 * Restores the owner of each prospect that has not changed since. Returns the number of prospects.
 */
export async function restoreProspectOwners(
  transaction: Queries,
  moves: readonly ProspectMove[],
  fromId: string,
  { reassignmentId, userId, at }: Moving,
): Promise<number> {
  const { rows } = await sql`
    with restored as (
      update prospect_work p set owner_id = ${fromId}::uuid, version = p.version + 1
      from unnest(${moves.map(({ prospectId }) => prospectId)}::bigint[], ${moves.map(({ version }) => version)}::integer[]) as w (prospect_id, version)
      where p.prospect_id = w.prospect_id and p.version = w.version + 1
        and exists (select from prospect_change c where c.prospect_id = p.prospect_id and c.change_id = ${reassignmentId}::uuid)
      returning p.prospect_id, p.stage
    )
    insert into prospect_change (prospect_id, change_id, changed_by, changed_at, change, before)
    select prospect_id, gen_random_uuid(), ${userId}::uuid, ${at}::timestamptz,
      ${storableJson({ action: 'assign', ownerId: fromId })}::jsonb, jsonb_build_object('stage', stage)
    from restored returning prospect_id`.execute(transaction);
  return rows.length;
}

/** Reassigns the user's open tasks whose version is unchanged. Returns the number of tasks. */
export async function reassignProspectTasks(
  transaction: Queries,
  moves: readonly ProspectTaskMove[],
  fromId: string,
  { userId, at }: Moving,
): Promise<number> {
  const { rows } = await sql`
    update prospect_task t set assignee_id = w.to_id, version = t.version + 1, updated_by = ${userId}::uuid, updated_at = ${at}::timestamptz
    from ${wantedTasks(moves)}
    where t.prospect_id = w.prospect_id and t.task_id = w.task_id and t.version = w.version and t.status = 'open'
      and t.assignee_id = ${fromId}::uuid
    returning t.task_id`.execute(transaction);
  return rows.length;
}

/**
 * Restores the assignee of each task whose last change is the reassignment made at `madeAt` by the
 * same user. Returns the number of tasks.
 */
export async function restoreProspectTasks(
  transaction: Queries,
  moves: readonly ProspectTaskMove[],
  fromId: string,
  { userId, at, madeAt }: Moving & { madeAt: Date },
): Promise<number> {
  const { rows } = await sql`
    update prospect_task t set assignee_id = ${fromId}::uuid, version = t.version + 1, updated_at = ${at}::timestamptz
    from ${wantedTasks(moves)}
    where t.prospect_id = w.prospect_id and t.task_id = w.task_id and t.version = w.version + 1 and t.status = 'open'
      and t.assignee_id = w.to_id and t.updated_by = ${userId}::uuid and t.updated_at = ${madeAt}::timestamptz
    returning t.task_id`.execute(transaction);
  return rows.length;
}
