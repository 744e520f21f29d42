import { sql } from 'kysely';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import type { Day } from '#shared/core/dates.ts';
import type { SlaSourceInput } from './source.ts';

export interface DueStep {
  institutionId: number;
  institutionName: string;
  taskId: string;
  playbookName: string;
  title: string;
  dueOn: Day;
  /** Time at which the step ended; `null` while the step is open. */
  endedAt: Date | null;
  outcome: 'done' | 'held' | 'dropped' | 'ended' | null;
  assigneeId: string | null;
  assigneeName: string | null;
}

/**
 * Returns the task steps and checkpoint steps that are due. A step ends when its task is closed,
 * even before the playbook run has recorded it.
 */
export async function findDueSteps({
  queries,
  today,
  since,
  timeZone,
  institutionIds,
}: SlaSourceInput): Promise<DueStep[]> {
  const { rows } = await sql<DueStep>`
    select s.institution_id as "institutionId", i.name as "institutionName", s.task_id as "taskId", b.name as "playbookName", s.title,
      s.due_on as "dueOn", coalesce(s.done_at, t.closed_at) as "endedAt",
      coalesce(s.outcome, case when t.status <> 'open' then t.status end) as outcome,
      t.assignee_id as "assigneeId", p.name as "assigneeName"
    from playbook_step s join playbook_run r using (institution_id, run_id) join playbook b using (playbook_id)
    join institution i using (institution_id) join task t on t.institution_id = s.institution_id and t.task_id = s.task_id
    left join person p on p.user_id = t.assignee_id
    where ${institutionIdsConditionSql('s.institution_id', institutionIds)} and s.due_on <= ${today}::date and s.kind in ('task', 'checkpoint')
      and (coalesce(s.done_at, t.closed_at) is null
        or greatest(coalesce(s.done_at, t.closed_at), s.due_on::timestamp at time zone ${timeZone}) >= ${since}::timestamptz)`.execute(
    queries,
  );
  return rows;
}
