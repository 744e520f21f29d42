import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { ActionItemKind } from '#shared/action-items/words.ts';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ListValue } from '#shared/list/column.ts';
import type { FiringCandidate } from './rules.ts';
import { weeklyColumnSqlExpressions } from './week-values-sql.ts';

interface RulePredicate {
  ruleId: string;
  predicate: RawBuilder<boolean>;
}

interface Moment {
  day: Day;
  timeZone: string;
}

/**
 * Returns the customers for which the rules fire, from one scan of the last official week. A rule
 * does not fire for customers in its baseline. It also does not fire for a customer whose action
 * item of the rule is snoozed, was closed recently, or had a firing within the last week. Customers
 * that no longer match are removed from the baseline, so that the rule fires when they match again.
 */
export async function findFiringCandidates(
  queries: Queries,
  rules: readonly RulePredicate[],
  { day, timeZone }: Moment,
): Promise<FiringCandidate[]> {
  if (rules.length === 0) return [];
  const tests = sql.join(
    rules.map(({ ruleId, predicate }) => sql`(${ruleId}::uuid, ${predicate})`),
  );
  const { rows } = await sql<FiringCandidate>`
    with matched as materialized (
      select test.rule_id, s.institution_id, s.adoption_score
      from score_week s join institution i using (institution_id) cross join lateral (values ${tests}) as test (rule_id, holds)
      where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and test.holds
    ),
    forgotten as (
      delete from alert_baseline b where b.rule_id = any(${rules.map(({ ruleId }) => ruleId)}::uuid[])
        and not exists (select from matched m where m.rule_id = b.rule_id and m.institution_id = b.institution_id)
    ),
    open_call as materialized (
      select distinct on (r.rule_id, c.institution_id) r.rule_id, c.institution_id, c.call_id, c.snoozed_until, c.last_fired_on
      from alert_rule r join call_to_action c on c.rule_id = r.rule_id or (c.kind = r.kind and lower(c.title) = lower(r.name))
      where c.closed_at is null
      order by r.rule_id, c.institution_id, (c.rule_id is not distinct from r.rule_id) desc
    ),
    closed_call as materialized (
      select distinct rule_id, institution_id from call_to_action
      where closed_at >= (${day}::date - ${alertRuleParameters.quietDays}::integer)::timestamp at time zone ${timeZone}
    )
    select m.rule_id as "ruleId", m.institution_id as "institutionId", r.priority, m.adoption_score as score, o.call_id as "callId"
    from matched m join alert_rule r using (rule_id)
    left join open_call o using (rule_id, institution_id)
    left join closed_call c using (rule_id, institution_id)
    left join alert_baseline b using (rule_id, institution_id)
    where b.rule_id is null and (o.call_id is not null or c.rule_id is null)
      and coalesce(o.snoozed_until <= ${day}::date, true) and coalesce(o.last_fired_on <= ${day}::date - ${alertRuleParameters.againDays}::integer, true)
    order by m.rule_id, m.institution_id`.execute(queries);
  return rows;
}

/**
 * Returns the customers of the items that rules opened on this day. A customer with several items
 * occurs several times.
 */
export async function findCustomersOpenedOn(
  queries: Queries,
  { day, timeZone }: Moment,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select institution_id from call_to_action where created_by is null and created_at >= ${day}::timestamp at time zone ${timeZone}`.execute(
    queries,
  );
  return rows.map((row) => row.institution_id);
}

/**
 * Returns the customers' values in the last official week for the columns that are stored for each
 * week.
 */
export async function findLastWeekValues(
  queries: Queries,
  institutionIds: readonly number[],
  columns: ReadonlySet<string>,
): Promise<Map<number, Record<string, ListValue>>> {
  const pairs = [...columns].flatMap((key) => {
    const value = weeklyColumnSqlExpressions.get(key);
    return value === undefined ? [] : [sql`${key}::text, ${value}`];
  });
  const { rows } = await sql<{ institution_id: number; values: Record<string, ListValue> }>`
    select s.institution_id, jsonb_build_object(${sql.join(pairs)}) as values from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and s.institution_id = any(${institutionIds}::bigint[])`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row.values]));
}

export interface RuleFiring extends FiringCandidate {
  newCallId: string;
  saw: string;
}

/**
 * Opens new action items, increments the firing count of open items, and records each firing. Skips
 * items that were snoozed, closed or opened in the meantime, and items that another run has just
 * updated.
 */
export async function openOrIncrementItems(
  transaction: Queries,
  firings: readonly RuleFiring[],
  { day, at }: { day: Day; at: Date },
): Promise<{ opened: number }> {
  const firingRows = sql`unnest(${firings.map((firing) => firing.ruleId)}::uuid[], ${firings.map((firing) => firing.institutionId)}::bigint[],
    ${firings.map((firing) => firing.callId)}::uuid[], ${firings.map((firing) => firing.newCallId)}::uuid[],
    ${firings.map((firing) => firing.saw)}::text[]) as f (rule_id, institution_id, call_id, new_id, saw)`;
  const { rows } = await sql<{ opened: number }>`
    with opened as (
      insert into call_to_action (institution_id, call_id, kind, title, details, priority, due_on, minutes, rule_id, fired_count, last_fired_on,
        created_at, updated_at)
      select f.institution_id, f.new_id, r.kind, r.name, f.saw, r.priority, ${day}::date + r.due_days, r.minutes, r.rule_id, 1, ${day}::date,
        ${at}::timestamptz, ${at}::timestamptz
      from ${firingRows} join alert_rule r using (rule_id) where f.call_id is null
      on conflict do nothing returning institution_id, call_id, rule_id, details as saw
    ),
    again as (
      update call_to_action c set fired_count = c.fired_count + 1, last_fired_on = ${day}::date,
        details = case when c.created_by is null then f.saw else c.details end,
        rule_id = coalesce(c.rule_id, f.rule_id), snoozed_until = null, snooze_reason = null, version = c.version + 1, updated_by = null,
        updated_at = ${at}::timestamptz
      from ${firingRows} where c.institution_id = f.institution_id and c.call_id = f.call_id and c.closed_at is null
        and coalesce(c.snoozed_until <= ${day}::date, true) and coalesce(c.last_fired_on < ${day}::date, true)
      returning c.institution_id, c.call_id, f.rule_id, f.saw
    ),
    recorded as (
      insert into call_firing (institution_id, rule_id, fired_on, call_id, saw)
      select institution_id, rule_id, ${day}::date, call_id, saw from (select * from opened union all select * from again) fired
      on conflict do nothing
    )
    select count(*)::integer as opened from opened`.execute(transaction);
  return { opened: rows[0]?.opened ?? 0 };
}

export async function saveEvaluationRun(
  transaction: Queries,
  run: {
    day: Day;
    at: Date;
    told: { heldBack: { person: string | null; calls: number }[]; silent: readonly string[] };
  },
): Promise<void> {
  const values = { ran_at: run.at, told: JSON.stringify(run.told) };
  await transaction
    .insertInto('alert_run')
    .values({ day: run.day, ...values })
    .onConflict((on) => on.column('day').doUpdateSet(values))
    .execute();
}

/**
 * Returns the customers for which an unsaved rule would open a new action item, with their scores.
 * Leaves out customers that have such an open item, or whose item was closed recently.
 */
export async function findOpeningCandidates(
  queries: Queries,
  rule: { ruleId: string; kind: ActionItemKind; name: string },
  { predicate, day, timeZone }: Moment & { predicate: RawBuilder<boolean> },
): Promise<{ institutionId: number; score: number | null }[]> {
  const { rows } = await sql<{ institutionId: number; score: number | null }>`
    select s.institution_id as "institutionId", s.adoption_score as score
    from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and ${predicate}
      and not exists (
        select from call_to_action c where c.institution_id = s.institution_id
          and (c.closed_at is null and (c.rule_id = ${rule.ruleId}::uuid or c.kind = ${rule.kind} and lower(c.title) = lower(${rule.name}))
            or c.rule_id = ${rule.ruleId}::uuid
              and c.closed_at >= (${day}::date - ${alertRuleParameters.quietDays}::integer)::timestamp at time zone ${timeZone}))`.execute(
    queries,
  );
  return rows;
}

/**
 * Removes the action items that a rule opened since `since` and that no user has changed, with their
 * firings. Returns the number of removed items and the number of other items opened since.
 */
export async function removeUntouchedItems(
  transaction: Queries,
  ruleId: string,
  since: Date,
): Promise<{ removed: number; kept: number }> {
  const { rows } = await sql<{ institution_id: number; call_id: string; untouched: boolean }>`
    select institution_id, call_id, version = 1 and closed_at is null as untouched from call_to_action
    where rule_id = ${ruleId}::uuid and created_by is null and created_at >= ${since}::timestamptz for update`.execute(
    transaction,
  );
  const removed = rows.filter(({ untouched }) => untouched);
  const items = sql`(select * from unnest(${removed.map((row) => row.institution_id)}::bigint[], ${removed.map((row) => row.call_id)}::uuid[]))`;
  await sql`delete from call_firing where (institution_id, call_id) in ${items}`.execute(
    transaction,
  );
  await sql`delete from call_to_action where (institution_id, call_id) in ${items}`.execute(
    transaction,
  );
  return { removed: removed.length, kept: rows.length - removed.length };
}

/** Returns the time of the last evaluation; `null` before the first. */
export async function findLastEvaluationTime(queries: Queries): Promise<Date | null> {
  const row = await queries
    .selectFrom('alert_run')
    .select((of) => of.fn.max('ran_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
