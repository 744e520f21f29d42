import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { WorkChangeEvent } from '../schema.ts';

interface UndoTarget {
  workId: string;
  institutionIds: readonly number[];
}

export interface UndoableWork {
  institution_id: number;
  kind: 'case' | 'outcome' | 'note' | 'task';
  done_by: string;
  done_at: Date;
  is_undone: boolean;
}

/**
 * Returns the cases, outcomes, notes and tasks that were recorded for these institutions under this
 * id.
 */
export async function findUndoableWork(
  queries: Queries,
  { workId, institutionIds }: UndoTarget,
): Promise<UndoableWork[]> {
  const inInstitutions = sql`institution_id = any(${institutionIds}::bigint[])`;
  const { rows } = await sql<UndoableWork>`
    select institution_id, 'case' as kind, changed_by as done_by, changed_at as done_at, undone_at is not null as is_undone
    from risk_change where ${inInstitutions} and change_id = ${workId}::uuid
    union all
    select institution_id, 'outcome', decided_by, decided_at, withdrawn_at is not null from risk_outcome
    where ${inInstitutions} and outcome_id = ${workId}::uuid
    union all
    select institution_id, 'note', author_id, created_at, deleted_at is not null from note where ${inInstitutions} and note_id = ${workId}::uuid
    union all
    select institution_id, 'task', created_by, created_at, status = 'dropped' from task where ${inInstitutions} and task_id = ${workId}::uuid`.execute(
    queries,
  );
  return rows;
}

interface Undo extends UndoTarget {
  userId: string;
  at: Date;
}

/**
 * Restores the previous values of cases that were not changed since. Returns these cases with the
 * events of the undone change.
 */
export async function restoreRiskCases(
  queries: Queries,
  undo: Undo,
): Promise<{ institution_id: number; told: WorkChangeEvent }[]> {
  const { rows } = await sql<{ institution_id: number; told: WorkChangeEvent }>`
    with restored as (
      update risk_case r
      set version = r.version + 1, updated_by = ${undo.userId}::uuid, updated_at = ${undo.at}::timestamptz, assignee_id = b.assignee_id,
        snoozed_until = b.snoozed_until, snooze_reason = b.snooze_reason, snoozed_by = b.snoozed_by, snoozed_at = b.snoozed_at,
        snooze_week = b.snooze_week, snooze_tier = b.snooze_tier
      from risk_change c cross join lateral jsonb_populate_record(null::risk_case, coalesce(c.before, '{}'::jsonb)) b
      where c.institution_id = any(${undo.institutionIds}::bigint[]) and c.change_id = ${undo.workId}::uuid and c.undone_at is null
        and r.institution_id = c.institution_id and r.version = c.version
      returning r.institution_id
    )
    update risk_change c set undone_at = ${undo.at}::timestamptz from restored
    where c.institution_id = restored.institution_id and c.change_id = ${undo.workId}::uuid
    returning c.institution_id, c.told`.execute(queries);
  return rows;
}

export async function withdrawRiskOutcomes(queries: Queries, undo: Undo): Promise<void> {
  await sql`
    update risk_outcome set withdrawn_at = ${undo.at}::timestamptz
    where institution_id = any(${undo.institutionIds}::bigint[]) and outcome_id = ${undo.workId}::uuid and withdrawn_at is null`.execute(
    queries,
  );
}

/** Deletes the notes that were not edited. Returns their institutions. */
export async function deleteUneditedNotes(queries: Queries, undo: Undo): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    update note set deleted_at = ${undo.at}::timestamptz, version = version + 1
    where institution_id = any(${undo.institutionIds}::bigint[]) and note_id = ${undo.workId}::uuid and version = 1 and deleted_at is null
    returning institution_id`.execute(queries);
  return rows.map((row) => row.institution_id);
}

/** Cancels the tasks that were not changed. Returns these tasks. */
export async function cancelUnchangedTasks(
  queries: Queries,
  undo: Undo,
): Promise<{ institution_id: number; title: string }[]> {
  const { rows } = await sql<{ institution_id: number; title: string }>`
    update task set status = 'dropped', version = version + 1, updated_by = ${undo.userId}::uuid, updated_at = ${undo.at}::timestamptz,
      closed_at = ${undo.at}::timestamptz
    where institution_id = any(${undo.institutionIds}::bigint[]) and task_id = ${undo.workId}::uuid and version = 1 and status = 'open'
    returning institution_id, title`.execute(queries);
  return rows;
}
