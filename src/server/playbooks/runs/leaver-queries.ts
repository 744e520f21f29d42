import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { RunKey } from '../move-queries.ts';

export interface OrphanedTask extends RunKey {
  stepId: string;
  taskId: string;
  assigneeId: string;
  fallbackId: string;
  userId: string;
}

/**
 * Returns the open tasks of active runs whose assignee is disabled. Locks the tasks and their
 * steps, so that a concurrent process sees the new assignee. Leaves out tasks without an assignee.
 */
export async function findOrphanedTasks(
  transaction: Queries,
  limit: number,
): Promise<OrphanedTask[]> {
  const { rows } = await sql<OrphanedTask>`
    select s.institution_id as "institutionId", s.run_id as "runId", s.step_id as "stepId", t.task_id as "taskId", t.assignee_id as "assigneeId",
      v.told->>'fallbackId' as "fallbackId", coalesce(r.started_by, v.changed_by) as "userId"
    from playbook_step s join playbook_run r using (institution_id, run_id) join playbook_version v using (playbook_id, version)
    join task t on t.institution_id = s.institution_id and t.task_id = s.task_id join app_user u on u.user_id = t.assignee_id
    where r.state = 'active' and s.done_at is null and t.status = 'open' and u.status <> 'active'
    order by s.institution_id, s.run_id, s.step_id limit ${limit} for update of s, t`.execute(
    transaction,
  );
  return rows;
}

export interface ReassignedStep extends RunKey {
  stepId: string;
  assigneeId: string | null;
  note: string | null;
}

export async function saveReassignments(
  queries: Queries,
  given: readonly ReassignedStep[],
): Promise<void> {
  await sql`
    update playbook_step s set assignee_id = g."assigneeId", note = concat_ws(' ', s.note, g.note)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g("institutionId" bigint, "runId" uuid, "stepId" uuid, "assigneeId" uuid, note text)
    where s.institution_id = g."institutionId" and s.run_id = g."runId" and s.step_id = g."stepId"`.execute(
    queries,
  );
}
