import { type Insertable, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';
import { historicalFiltersSql, parseAlertConditions } from './conditions-sql.ts';

/**
 * Deletes the rules that demo users last changed. Keeps rules with action items or baseline
 * customers.
 */
export async function removeDemoRules(
  transaction: Queries,
  { people }: DemoUsersAndProspects,
): Promise<void> {
  const rules = sql`(select rule_id from alert_rule r where changed_by in ${people}
    and not exists (select from call_to_action c where c.rule_id = r.rule_id) and not exists (select from alert_baseline b where b.rule_id = r.rule_id))`;
  await sql`with gone as (delete from alert_rule_version where rule_id in ${rules})
    delete from alert_rule where rule_id in ${rules}`.execute(transaction);
}

/**
 * Marks the customers that match the rule as already notified, as if the rule had existed for a
 * long time.
 */
export async function addMatchesToBaseline(
  transaction: Queries,
  { rule_id, conditions }: Pick<Insertable<Schema['alert_rule']>, 'rule_id' | 'conditions'>,
): Promise<void> {
  await sql`insert into alert_baseline (institution_id, rule_id)
    select s.institution_id, ${rule_id}::uuid from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and ${historicalFiltersSql(parseAlertConditions(conditions))}
      and not exists (select from call_to_action c where c.institution_id = s.institution_id and c.rule_id = ${rule_id}::uuid)`.execute(
    transaction,
  );
}
