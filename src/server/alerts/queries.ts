import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { AlertRuleFields } from '#shared/alerts/alerts.ts';
import type { Day } from '#shared/core/dates.ts';

export interface AlertRuleRow extends AlertRuleFields {
  ruleId: string;
  version: number;
  changedBy: string;
  changedAt: Date;
}

/** Returns all rules, or only the rules with these ids, sorted by name. */
export function findAlertRuleRows(
  queries: Queries,
  ruleIds?: readonly string[],
): Promise<AlertRuleRow[]> {
  const rows = queries
    .selectFrom('alert_rule as r')
    .innerJoin('person', 'person.user_id', 'r.changed_by')
    .select([
      'r.rule_id as ruleId',
      'r.version',
      'r.name',
      'r.kind',
      'r.conditions',
      'r.priority',
      'r.due_days as dueDays',
      'r.minutes',
      'r.is_on as isOn',
      'person.name as changedBy',
      'r.changed_at as changedAt',
    ])
    .orderBy((of) => of.fn('lower', ['r.name']));
  return (ruleIds === undefined ? rows : rows.where('r.rule_id', 'in', ruleIds)).execute();
}

/** Returns the number of current customers in the last official week. */
export async function countScoredCustomers(queries: Queries): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::integer as customers from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null`.execute(
    queries,
  );
  return rows[0]?.customers ?? 0;
}

/**
 * Returns, for each predicate, the number of current customers that match it. Scans the week once.
 */
export async function countMatchingCustomers(
  queries: Queries,
  predicates: readonly RawBuilder<boolean>[],
): Promise<number[]> {
  if (predicates.length === 0) return [];
  const counts = sql.join(
    predicates.map((predicate) => sql`count(*) filter (where ${predicate})::integer`),
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${counts}] as counts from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null`.execute(
    queries,
  );
  return rows[0]?.counts ?? [];
}

interface SavedRule {
  ruleId: string;
  /** Version of the rule after the save. */
  version: number;
  rule: AlertRuleFields;
  userId: string;
  at: Date;
}

/** Returns a rule and locks it until the transaction ends. */
export async function lockRule(transaction: Queries, ruleId: string) {
  const { rows } = await sql<{ version: number; conditions: string; isOn: boolean }>`
    select version, conditions, is_on as "isOn" from alert_rule where rule_id = ${ruleId}::uuid for update`.execute(
    transaction,
  );
  return rows[0];
}

/** Returns the saved values of a version of a rule, and the time of the save. */
export const findRuleVersion = (queries: Queries, ruleId: string, version: number) =>
  queries
    .selectFrom('alert_rule_version')
    .select(['told as rule', 'changed_at as changedAt'])
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Returns `true` when this user has already saved this version with the same values. */
export async function isRuleAlreadySaved(
  queries: Queries,
  { ruleId, version, rule, userId }: SavedRule,
): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select told = ${JSON.stringify(rule)}::jsonb and changed_by = ${userId}::uuid as same
    from alert_rule_version where rule_id = ${ruleId}::uuid and version = ${version}::integer`.execute(
    queries,
  );
  return rows[0]?.same === true;
}

/**
 * Returns `true` when a save only undoes a mute and no evaluation has run since the mute. The rule
 * then continues as if it had never been muted.
 */
export async function isSaveOnlyUnmuting(
  queries: Queries,
  { ruleId, rule }: Pick<SavedRule, 'ruleId' | 'rule'>,
): Promise<boolean> {
  const { rows } = await sql<{ undone: boolean }>`
    select before.told = ${JSON.stringify(rule)}::jsonb and not exists (select from alert_run where ran_at >= r.changed_at) as undone
    from alert_rule r join alert_rule_version before on before.rule_id = r.rule_id and before.version = r.version - 1
    where r.rule_id = ${ruleId}::uuid and not r.is_on`.execute(queries);
  return rows[0]?.undone === true;
}

export async function isRuleNameTaken(
  queries: Queries,
  { ruleId, rule }: SavedRule,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from alert_rule where lower(name) = lower(${rule.name}) and rule_id <> ${ruleId}::uuid) as taken`.execute(
    queries,
  );
  return rows[0]?.taken === true;
}

/** Saves a new rule or a locked rule. Returns `false` when another save came first. */
export async function saveRule(
  transaction: Queries,
  { ruleId, version, rule, userId, at }: SavedRule,
): Promise<boolean> {
  const changed = { changed_by: userId, changed_at: at };
  const { dueDays, isOn, ...same } = rule;
  const values = { version, ...same, due_days: dueDays, is_on: isOn, ...changed };
  const written = await transaction
    .insertInto('alert_rule')
    .values({ rule_id: ruleId, ...values })
    .onConflict((on) =>
      on
        .column('rule_id')
        .doUpdateSet(values)
        .where('alert_rule.version', '=', version - 1),
    )
    .returning('rule_id')
    .executeTakeFirst();
  if (written === undefined) return false;
  await transaction
    .insertInto('alert_rule_version')
    .values({ rule_id: ruleId, version, told: JSON.stringify(rule), ...changed })
    .execute();
  return true;
}

/**
 * Replaces the baseline of a rule. For a customer in the baseline, the rule does not fire until the
 * customer stops matching and matches again.
 */
export async function replaceRuleBaseline(
  transaction: Queries,
  ruleId: string,
  institutionIds: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('alert_baseline').where('rule_id', '=', ruleId).execute();
  await sql`insert into alert_baseline (institution_id, rule_id) select id, ${ruleId}::uuid from unnest(${institutionIds}::bigint[]) as baseline (id)`.execute(
    transaction,
  );
}

export interface AlertEvaluationRun {
  day: Day;
  ran_at: Date;
  told: { heldBack: { person: string | null; calls: number }[]; silent: string[] };
}

/** Returns the last two evaluations, newest first. */
export const lastEvaluationRuns = (queries: Queries): Promise<AlertEvaluationRun[]> =>
  queries.selectFrom('alert_run').selectAll().orderBy('day', 'desc').limit(2).execute();

export async function findInstitutionNames(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<Map<number, string>> {
  if (institutionIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('institution')
    .select(['institution_id', 'name'])
    .where('institution_id', 'in', institutionIds)
    .execute();
  return new Map(rows.map((row) => [row.institution_id, row.name]));
}
