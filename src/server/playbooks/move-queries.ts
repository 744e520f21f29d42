import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { RunState, StepKind, StepOutcome } from '#shared/playbooks/words.ts';

/** Active run with its current step. */
export interface ActiveRun {
  institutionId: number;
  runId: string;
  playbookId: string;
  version: number;
  /**
   * User id of the user who started the run. For a run that a rule started, user id of the user who
   * saved the version of the playbook.
   */
  userId: string;
  stepId: string | null;
  /** Number of steps that the run has entered. */
  place: number;
  dueOn: Day | null;
  outcome: StepOutcome | null;
  taskId: string | null;
}

export interface RunKey {
  institutionId: number;
  runId: string;
}

const runColumns = sql`r.institution_id as "institutionId", r.run_id as "runId", r.playbook_id as "playbookId", r.version,
  coalesce(r.started_by, v.changed_by) as "userId", r.step_id as "stepId", coalesce(s.place, 0) as place, s.due_on as "dueOn", s.outcome,
  s.task_id as "taskId"`;
const runTables = sql`playbook_run r join playbook_version v using (playbook_id, version)
  left join playbook_step s on s.institution_id = r.institution_id and s.run_id = r.run_id and s.step_id = r.step_id`;

/**
 * Reads runs that are already locked. This is a separate statement, so that it sees changes
 * committed while the lock was awaited.
 */
async function readLockedRuns(
  transaction: Queries,
  locked: readonly RunKey[],
): Promise<ActiveRun[]> {
  const { rows } = await sql<ActiveRun>`
    select ${runColumns} from ${runTables} where (r.institution_id, r.run_id) in (
      select * from unnest(${locked.map((run) => run.institutionId)}::bigint[], ${locked.map((run) => run.runId)}::uuid[]))
    order by r.institution_id, r.run_id`.execute(transaction);
  return rows;
}

const keys = sql`institution_id as "institutionId", run_id as "runId"`;

/** Returns the next active runs after a cursor and locks them until the transaction ends. */
export async function lockNextActiveRuns(
  transaction: Queries,
  after: RunKey,
  limit: number,
): Promise<ActiveRun[]> {
  const { rows } = await sql<RunKey>`
    select ${keys} from playbook_run
    where state = 'active' and (institution_id, run_id) > (${after.institutionId}::bigint, ${after.runId}::uuid)
    order by institution_id, run_id limit ${limit} for update`.execute(transaction);
  return rows.length === 0 ? [] : readLockedRuns(transaction, rows);
}

/** Returns the active runs among these runs and locks them until the transaction ends. */
export async function lockActiveRunsById(
  transaction: Queries,
  runIds: readonly string[],
): Promise<ActiveRun[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<RunKey>`
    select ${keys} from playbook_run where state = 'active' and run_id = any(${runIds}::uuid[])
    order by institution_id, run_id for update`.execute(transaction);
  return readLockedRuns(transaction, rows);
}

export async function countActiveRuns(queries: Queries): Promise<number> {
  const { rows } = await sql<{
    runs: number;
  }>`select count(*)::integer as runs from playbook_run where state = 'active'`.execute(queries);
  return rows[0]?.runs ?? 0;
}

export interface PlaybookVersionFields extends PlaybookFields {
  playbookId: string;
  version: number;
}

/** Returns the fields of the given playbook versions by version key. */
export async function readPlaybookVersions(
  queries: Queries,
  runs: readonly Pick<ActiveRun, 'playbookId' | 'version'>[],
) {
  const { rows } = await sql<{ playbookId: string; version: number; told: PlaybookFields }>`
    select playbook_id as "playbookId", version, told from playbook_version
    where (playbook_id, version) in (select * from unnest(${runs.map((run) => run.playbookId)}::uuid[], ${runs.map((run) => run.version)}::integer[]))`.execute(
    queries,
  );
  return new Map(rows.map((row) => [playbookVersionKey(row), row.told]));
}

export const playbookVersionKey = ({
  playbookId,
  version,
}: Pick<ActiveRun, 'playbookId' | 'version'>): string => `${playbookId} ${version}`;

/** Closes the steps whose task is closed, in active and in ended runs. */
export async function closeStepsOfTasks(queries: Queries): Promise<void> {
  await sql`update playbook_step s set done_at = t.closed_at, outcome = t.status from task t
    where s.done_at is null and s.institution_id = t.institution_id and s.task_id = t.task_id and t.status <> 'open'`.execute(
    queries,
  );
}

export interface ClosedStep extends RunKey {
  stepId: string;
  outcome: StepOutcome;
}

/** Closes steps with their outcomes. */
export async function closeRunSteps(
  queries: Queries,
  left: readonly ClosedStep[],
  at: Date,
): Promise<void> {
  if (left.length === 0) return;
  await sql`update playbook_step s set done_at = ${at}::timestamptz, outcome = l.outcome
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l("institutionId" bigint, "runId" uuid, "stepId" uuid, outcome text)
    where s.institution_id = l."institutionId" and s.run_id = l."runId" and s.step_id = l."stepId" and s.done_at is null`.execute(
    queries,
  );
}

interface OpenTask extends RunKey {
  taskId: string | null;
}

/** Closes the open steps of runs that end early. Returns the tasks of these steps. */
export async function closeOpenStepsEarly(
  queries: Queries,
  runs: readonly RunKey[],
  at: Date,
): Promise<OpenTask[]> {
  if (runs.length === 0) return [];
  const { rows } = await sql<OpenTask>`
    update playbook_step s set done_at = ${at}::timestamptz, outcome = 'ended'
    where s.done_at is null and (s.institution_id, s.run_id) in (
      select * from unnest(${runs.map((run) => run.institutionId)}::bigint[], ${runs.map((run) => run.runId)}::uuid[]))
    returning s.institution_id as "institutionId", s.run_id as "runId", s.task_id as "taskId"`.execute(
    queries,
  );
  return rows;
}

export interface NewRunStep extends RunKey {
  stepId: string;
  place: number;
  kind: StepKind;
  title: string;
  dueOn: Day | null;
  outcome: StepOutcome | null;
  assigneeId: string | null;
  taskId: string | null;
  note: string | null;
}

/** Adds steps to runs. Fails when a run has already entered one of the steps. */
export async function insertRunSteps(
  queries: Queries,
  entered: readonly NewRunStep[],
  at: Date,
): Promise<void> {
  if (entered.length === 0) return;
  await sql`
    insert into playbook_step (institution_id, run_id, step_id, place, kind, title, started_at, due_on, done_at, outcome, assignee_id, task_id, note)
    select "institutionId", "runId", "stepId", place, kind, title, ${at}::timestamptz, "dueOn", case when outcome is not null then ${at}::timestamptz end,
      outcome, "assigneeId", "taskId", note
    from jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) as e("institutionId" bigint, "runId" uuid, "stepId" uuid, place integer, kind text,
      title text, "dueOn" date, outcome text, "assigneeId" uuid, "taskId" uuid, note text)`.execute(
    queries,
  );
}

export interface RunUpdate extends RunKey {
  stepId: string | null;
  state: RunState;
  endReason: string | null;
  endScore: number | null;
  endedBy: string | null;
}

export async function updateRuns(
  queries: Queries,
  moved: readonly RunUpdate[],
  at: Date,
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update playbook_run r set step_id = m."stepId", state = m.state, revision = r.revision + 1, end_reason = m."endReason",
      end_score = m."endScore", ended_by = m."endedBy", ended_at = case when m.state <> 'active' then ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m("institutionId" bigint, "runId" uuid, "stepId" uuid, state text,
      "endReason" text, "endScore" float8, "endedBy" uuid)
    where r.institution_id = m."institutionId" and r.run_id = m."runId"`.execute(queries);
}
