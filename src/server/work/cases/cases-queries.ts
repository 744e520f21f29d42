import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import type { RiskCase, RiskOutcome, RiskOutcomeKind, RiskReasonKey } from '#shared/work/cases.ts';
import { joinedUserSql } from '../people-queries.ts';
import type { WorkChangeEvent } from '../schema.ts';
import { isSnoozeActive } from './cases-rules.ts';

interface OutcomeRow {
  outcome_id: string;
  outcome: RiskOutcomeKind;
  note: string;
  by: Person;
  at: string;
  judged_week: Day | null;
  judged_score: number | null;
  judged_tier: HealthTier | null;
  judged_reasons: RiskReasonKey[];
}

const outcomeColumns = sql`o.outcome_id, o.outcome, o.note, ${joinedUserSql('decider')} as by,
  to_char(o.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  o.judged_week, o.judged_score, o.judged_tier, o.judged_reasons`;

const outcomeOf = (row: OutcomeRow): RiskOutcome => ({
  outcomeId: row.outcome_id,
  outcome: row.outcome,
  note: row.note,
  by: row.by,
  at: row.at,
  judgedWeek: row.judged_week,
  judgedScore: row.judged_score,
  judgedTier: row.judged_tier,
  judgedReasons: row.judged_reasons,
});

interface CaseRow {
  institution_id: number;
  assignee: Person | null;
  snoozed_until: Day | null;
  snooze_reason: string | null;
  snoozed_by: Person | null;
  snoozed_at: Date | null;
  snooze_tier: HealthTier | null;
  tiers_since: HealthTier[];
  version: number | null;
  last_outcome: OutcomeRow | null;
}

function caseOf(row: CaseRow, today: Day): RiskCase {
  const { snoozed_until: until, snooze_reason: reason, snoozed_by: by, snoozed_at: at } = row;
  const isActive =
    until !== null &&
    isSnoozeActive({ until, tierAtSnooze: row.snooze_tier, tiersAfter: row.tiers_since }, today);
  return {
    institutionId: row.institution_id,
    assignee: row.assignee,
    snooze:
      isActive && reason !== null && by !== null && at !== null
        ? { until, reason, by, at: at.toISOString() }
        : null,
    lastOutcome: row.last_outcome && outcomeOf(row.last_outcome),
    version: row.version ?? 0,
  };
}

const caseRows = (from: RawBuilder<unknown>) => sql<CaseRow>`
  with requested as (${from}),
  -- The view compares each user with all users, so it is evaluated only once.
  shown_person as materialized (select user_id, name from person),
  tier_since as (
    select c.institution_id, array_agg(distinct s.health_tier) as tiers
    from requested join risk_case c using (institution_id)
    join score_week s on s.institution_id = c.institution_id and s.week_start > c.snooze_week
    where c.snoozed_until is not null group by c.institution_id
  ),
  last_outcome as (
    select distinct on (o.institution_id) o.institution_id, ${outcomeColumns}
    from requested join risk_outcome o using (institution_id) join shown_person decider on decider.user_id = o.decided_by
    where o.withdrawn_at is null order by o.institution_id, o.decided_at desc, o.outcome_id
  )
  select institution_id, ${joinedUserSql('assignee')} as assignee, c.snoozed_until, c.snooze_reason, ${joinedUserSql('snoozer')} as snoozed_by,
    c.snoozed_at, c.snooze_tier, c.version, coalesce(tier_since.tiers, '{}') as tiers_since,
    case when last_outcome.institution_id is not null then to_json(last_outcome) end as last_outcome
  from requested left join risk_case c using (institution_id)
  left join shown_person assignee on assignee.user_id = c.assignee_id
  left join shown_person snoozer on snoozer.user_id = c.snoozed_by
  left join tier_since using (institution_id) left join last_outcome using (institution_id)
  order by institution_id`;

/**
 * Returns the risk case of each requested institution that has a saved case or an outcome. When
 * `institutionIds` is `null`, all institutions are requested.
 */
export async function findRiskCasesWithChanges(
  queries: Queries,
  institutionIds: readonly number[] | null,
  today: Day,
): Promise<RiskCase[]> {
  const isIncluded = institutionIdsConditionSql('institution_id', institutionIds);
  const { rows } = await caseRows(
    sql`select institution_id from risk_case where ${isIncluded}
      union select institution_id from risk_outcome where withdrawn_at is null and ${isIncluded}`,
  ).execute(queries);
  return rows.map((row) => caseOf(row, today));
}

/**
 * Returns the risk cases of the institutions by id, including cases without any change. Leaves out
 * unknown institutions.
 */
export async function findRiskCases(
  queries: Queries,
  institutionIds: readonly number[],
  today: Day,
): Promise<RiskCase[]> {
  const { rows } = await caseRows(
    sql`select institution_id from institution where institution_id = any(${institutionIds}::bigint[])`,
  ).execute(queries);
  return rows.map((row) => caseOf(row, today));
}

/** Returns the risk outcomes of an institution, newest first. */
export async function listRiskOutcomes(
  queries: Queries,
  institutionId: number,
): Promise<RiskOutcome[]> {
  const { rows } = await sql<OutcomeRow>`
    select ${outcomeColumns} from risk_outcome o join person decider on decider.user_id = o.decided_by
    where o.institution_id = ${institutionId} and o.withdrawn_at is null order by o.decided_at desc, o.outcome_id`.execute(
    queries,
  );
  return rows.map(outcomeOf);
}

interface CaseVersion {
  institutionId: number;
  version: number;
}

export interface RiskCaseChange {
  changeId: string;
  userId: string;
  at: Date;
  event: WorkChangeEvent;
}

/**
 * Takes the named lock of the change id, and locks the cases of the institutions. Both locks last
 * until the transaction ends.
 */
export async function lockRiskCases(
  transaction: Queries,
  changeId: string,
  institutionIds: readonly number[],
): Promise<void> {
  await acquireNamedLock(transaction, changeId);
  await sql`select institution_id from risk_case where institution_id = any(${institutionIds}::bigint[]) order by institution_id for update`.execute(
    transaction,
  );
}

/**
 * Returns the cases that were already changed under this change id. `same` is `true` when the
 * earlier change has the same user and content as this change.
 */
export async function findEarlierCaseChanges(
  queries: Queries,
  institutionIds: readonly number[],
  { changeId, userId, event }: RiskCaseChange,
): Promise<{ institution_id: number; same: boolean }[]> {
  const { rows } = await sql<{ institution_id: number; same: boolean }>`
    select institution_id, changed_by = ${userId}::uuid and told = ${JSON.stringify(event)}::jsonb as same from risk_change
    where institution_id = any(${institutionIds}::bigint[]) and change_id = ${changeId}::uuid`.execute(
    queries,
  );
  return rows;
}

/**
 * Changes each case whose version is unchanged and records the previous row for an undo. Returns
 * the ids of the changed institutions. A case without a row has version 0.
 */
async function changeCases(
  queries: Queries,
  cases: readonly CaseVersion[],
  { changeId, userId, at, event }: RiskCaseChange,
  columns: { names: RawBuilder<unknown>; values: RawBuilder<unknown>; set: RawBuilder<unknown> },
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    with changed as (
      insert into risk_case (institution_id, version, updated_by, updated_at, ${columns.names})
      select w.institution_id, w.version + 1, ${userId}::uuid, ${at}::timestamptz, ${columns.values}
      from unnest(${cases.map((each) => each.institutionId)}::bigint[], ${cases.map((each) => each.version)}::integer[])
        as w (institution_id, version)
      left join score_week s on s.institution_id = w.institution_id and s.week_start = (select max(week_start) from official_week)
      where w.version = 0 or exists (select from risk_case r where r.institution_id = w.institution_id)
      on conflict (institution_id) do update
        set version = excluded.version, updated_by = excluded.updated_by, updated_at = excluded.updated_at, ${columns.set}
        where risk_case.version = excluded.version - 1
      returning institution_id, version
    )
    insert into risk_change (institution_id, change_id, changed_by, changed_at, told, version, before)
    select c.institution_id, ${changeId}::uuid, ${userId}::uuid, ${at}::timestamptz, ${JSON.stringify(event)}::jsonb, c.version, to_jsonb(b)
    from changed c left join risk_case b on b.institution_id = c.institution_id
    returning institution_id`.execute(queries);
  return rows.map((row) => row.institution_id);
}

export const assignRiskCases = (
  queries: Queries,
  cases: readonly CaseVersion[],
  change: RiskCaseChange & { assigneeId: string | null },
) =>
  changeCases(queries, cases, change, {
    names: sql`assignee_id`,
    values: sql`${change.assigneeId}::uuid`,
    set: sql`assignee_id = excluded.assignee_id`,
  });

const snoozeNames = sql`snoozed_until, snooze_reason, snoozed_by, snoozed_at, snooze_week, snooze_tier`;
const snoozeSet = sql`snoozed_until = excluded.snoozed_until, snooze_reason = excluded.snooze_reason, snoozed_by = excluded.snoozed_by,
  snoozed_at = excluded.snoozed_at, snooze_week = excluded.snooze_week, snooze_tier = excluded.snooze_tier`;

export const snoozeRiskCases = (
  queries: Queries,
  cases: readonly CaseVersion[],
  change: RiskCaseChange & { until: Day; reason: string },
) =>
  changeCases(queries, cases, change, {
    names: snoozeNames,
    values: sql`${change.until}::date, ${change.reason}::text, ${change.userId}::uuid, ${change.at}::timestamptz,
      (select max(week_start) from official_week), s.health_tier`,
    set: snoozeSet,
  });

export const unsnoozeRiskCases = (
  queries: Queries,
  cases: readonly CaseVersion[],
  change: RiskCaseChange,
) =>
  changeCases(queries, cases, change, {
    names: snoozeNames,
    values: sql`null::date, null::text, null::uuid, null::timestamptz, null::date, null::text`,
    set: snoozeSet,
  });
