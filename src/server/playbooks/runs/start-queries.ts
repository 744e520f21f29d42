import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { NoRunReason } from '#shared/playbooks/playbooks.ts';
import type { RunKey } from '../move-queries.ts';

export interface UnprocessedFiring {
  playbookId: string;
  version: number;
  institutionId: number;
  ruleId: string;
  ruleName: string;
  firedOn: Day;
}

const undecided = sql`playbook p join alert_rule a using (rule_id)
  join call_firing f on f.rule_id = p.rule_id and f.fired_on >= p.follows_from
  where p.is_on and not exists (select from playbook_firing d
    where d.institution_id = f.institution_id and d.playbook_id = p.playbook_id and d.rule_id = f.rule_id and d.fired_on = f.fired_on)`;

/** Returns the rule firings that playbooks have not processed yet, oldest first. */
export async function findUnprocessedFirings(
  queries: Queries,
  limit: number,
): Promise<UnprocessedFiring[]> {
  const { rows } = await sql<UnprocessedFiring>`
    select distinct p.playbook_id as "playbookId", p.version, f.institution_id as "institutionId", f.rule_id as "ruleId", a.name as "ruleName",
      f.fired_on as "firedOn"
    from ${undecided} order by "firedOn", "playbookId", "institutionId" limit ${limit}`.execute(
    queries,
  );
  return rows;
}

export async function hasUnprocessedFirings(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from ${undecided}) as found`.execute(queries);
  return rows[0]?.found === true;
}

export interface EarlierRunsSummary
  extends Pick<UnprocessedFiring, 'playbookId' | 'institutionId'> {
  hasActive: boolean;
  lastStartedOn: Day;
}

/**
 * Returns for each customer and playbook whether a run is active and the day on which the last run
 * started.
 */
export async function findEarlierRuns(
  queries: Queries,
  of: readonly Pick<UnprocessedFiring, 'playbookId' | 'institutionId'>[],
): Promise<EarlierRunsSummary[]> {
  const { rows } = await sql<EarlierRunsSummary>`
    select playbook_id as "playbookId", institution_id as "institutionId", bool_or(state = 'active') as "hasActive", max(started_on) as "lastStartedOn"
    from playbook_run where (playbook_id, institution_id) in (
      select * from unnest(${of.map((each) => each.playbookId)}::uuid[], ${of.map((each) => each.institutionId)}::bigint[]))
    group by 1, 2`.execute(queries);
  return rows;
}

export interface NewPlaybookRun extends RunKey {
  playbookId: string;
  version: number;
  /** User id of the user who started the run; `null` when a rule started the run. */
  startedBy: string | null;
  startScore: number | null;
}

/**
 * Adds runs and returns the ids of the added runs. Skips existing ids, and customers with an active
 * run of the same playbook.
 */
export async function insertPlaybookRuns(
  queries: Queries,
  runs: readonly NewPlaybookRun[],
  at: Date,
  today: Day,
): Promise<string[]> {
  if (runs.length === 0) return [];
  const { rows } = await sql<{ run_id: string }>`
    insert into playbook_run (institution_id, run_id, playbook_id, version, state, started_on, started_at, started_by, start_score)
    select "institutionId", "runId", "playbookId", version, 'active', ${today}::date, ${at}::timestamptz, "startedBy", "startScore"
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as n("institutionId" bigint, "runId" uuid, "playbookId" uuid, version integer,
      "startedBy" uuid, "startScore" float8)
    order by "institutionId", "runId"
    on conflict do nothing returning run_id`.execute(queries);
  return rows.map((row) => row.run_id);
}

export interface FiringDecision extends UnprocessedFiring {
  runId: string | null;
  leftOut: NoRunReason | null;
}

export async function saveFiringDecisions(
  queries: Queries,
  decisions: readonly FiringDecision[],
  at: Date,
): Promise<void> {
  if (decisions.length === 0) return;
  await sql`
    insert into playbook_firing (institution_id, playbook_id, rule_id, fired_on, decided_at, run_id, left_out)
    select "institutionId", "playbookId", "ruleId", "firedOn", ${at}::timestamptz, "runId", "leftOut"
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d("institutionId" bigint, "playbookId" uuid, "ruleId" uuid, "firedOn" date,
      "runId" uuid, "leftOut" text)
    on conflict do nothing`.execute(queries);
}

/** Returns the customers whose run in `runs` already exists. */
export async function findCustomersOfExistingRuns(
  queries: Queries,
  runs: readonly RunKey[],
): Promise<Set<number>> {
  const { rows } = await sql<{ institution_id: number }>`
    select institution_id from playbook_run where (institution_id, run_id) in (
      select * from unnest(${runs.map((run) => run.institutionId)}::bigint[], ${runs.map((run) => run.runId)}::uuid[]))`.execute(
    queries,
  );
  return new Set(rows.map((row) => row.institution_id));
}
