import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { endedRunDays, type ListedRun, type RunStep } from '#shared/playbooks/runs.ts';
import { hasScoreImprovedSql } from './queries.ts';

export type RunRow = Omit<ListedRun, 'ownerName' | 'place' | 'steps' | 'until'> & {
  stepId: string | null;
  dueOn: Day | null;
};

const columns = (flatBand: number, timeZone: string) => sql`
  r.run_id as "runId", r.institution_id as "institutionId", i.name as "institutionName", r.playbook_id as "playbookId", p.name as "playbookName",
  r.version, r.state, r.step_id as "stepId", s.title as "stepTitle", s.due_on as "dueOn",
  case when r.state = 'active' then assignee.name end as "personName", r.started_on as "startedOn", starter.name as "startedBy",
  to_char(r.ended_at at time zone ${timeZone}, 'YYYY-MM-DD') as "endedOn", r.end_reason as "endReason", r.start_score as "startScore",
  r.end_score as "endScore", ${hasScoreImprovedSql(flatBand)} as "hasImproved"`;

const tables = sql`playbook_run r join institution i using (institution_id) join playbook p using (playbook_id)
  left join playbook_step s on s.institution_id = r.institution_id and s.run_id = r.run_id and s.step_id = r.step_id
  left join task t on t.institution_id = s.institution_id and t.task_id = s.task_id
  left join person assignee on assignee.user_id = coalesce(t.assignee_id, s.assignee_id)
  left join person starter on starter.user_id = r.started_by`;

interface ScoreSettings {
  flatBand: number;
  timeZone: string;
}

const runs = async (
  queries: Queries,
  { flatBand, timeZone }: ScoreSettings,
  where: RawBuilder<unknown>,
): Promise<RunRow[]> =>
  (
    await sql<RunRow>`select ${columns(flatBand, timeZone)} from ${tables} where ${where} order by r.started_at desc, r.run_id`.execute(
      queries,
    )
  ).rows;

export const findRunRows = (
  queries: Queries,
  today: Day,
  settings: ScoreSettings,
): Promise<RunRow[]> =>
  runs(
    queries,
    settings,
    sql`(r.state = 'active' or r.ended_at >= ${today}::date - ${endedRunDays}::integer)`,
  );

export const findRun = async (
  queries: Queries,
  runId: string,
  settings: ScoreSettings,
): Promise<RunRow | undefined> =>
  (await runs(queries, settings, sql`r.run_id = ${runId}::uuid`))[0];

/** Returns a cache version that changes with playbooks, runs, tasks and user names. */
export async function readPlaybookRunsCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select sum(version) from playbook), (select sum(revision) from playbook_run), (select count(*) from playbook_run),
      (select version from list_version where list = 'work'), (select max(last_sign_in_at) from app_user)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

interface StepRow extends Omit<RunStep, 'startedAt' | 'doneAt'> {
  startedAt: Date;
  doneAt: Date | null;
}

/** Returns the steps that a run has entered, in order. */
export async function findRunSteps(queries: Queries, runId: string): Promise<RunStep[]> {
  const { rows } = await sql<StepRow>`
    select s.step_id as "stepId", s.kind, s.title, s.started_at as "startedAt", s.due_on as "dueOn", s.done_at as "doneAt", s.outcome,
      ${joinedUserSql('assignee')} as assignee, s.note,
      case when t.task_id is not null then json_build_object('taskId', t.task_id, 'status', t.status, 'version', t.version) end as task
    from playbook_step s left join task t on t.institution_id = s.institution_id and t.task_id = s.task_id
    left join person assignee on assignee.user_id = coalesce(t.assignee_id, s.assignee_id)
    where s.run_id = ${runId}::uuid order by s.place`.execute(queries);
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }));
}

/** Returns the steps of all playbook versions by version key. */
export async function readStepsByPlaybookVersion(
  queries: Queries,
): Promise<Map<string, PlaybookFields['steps']>> {
  const { rows } = await sql<{ key: string; steps: PlaybookFields['steps'] }>`
    select concat_ws(' ', playbook_id, version) as key, told->'steps' as steps from playbook_version`.execute(
    queries,
  );
  return new Map(rows.map(({ key, steps }) => [key, steps]));
}

export interface LockedRun {
  institutionId: number;
  runId: string;
  playbookName: string;
  state: ListedRun['state'];
  endReason: string | null;
  stepId: string | null;
}

/** Returns the runs with these ids and locks them until the transaction ends. */
export async function lockRuns(
  transaction: Queries,
  runIds: readonly string[],
): Promise<LockedRun[]> {
  const { rows } = await sql<LockedRun>`
    select r.institution_id as "institutionId", r.run_id as "runId", p.name as "playbookName", r.state, r.end_reason as "endReason",
      r.step_id as "stepId"
    from playbook_run r join playbook p using (playbook_id) where r.run_id = any(${runIds}::uuid[])
    order by r.institution_id, r.run_id for update of r`.execute(transaction);
  return rows;
}
