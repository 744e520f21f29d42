import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoRows } from '#server/institutions/demo-rows.ts';

/** Deletes the rules of the demo’s users that have never fired for another customer. */
export async function removeDemoRules(transaction: Queries, { people }: DemoRows): Promise<void> {
  const rules = sql`(select rule_id from alert_rule r where changed_by in ${people}
    and not exists (select from call_to_action c where c.rule_id = r.rule_id) and not exists (select from alert_baseline b where b.rule_id = r.rule_id))`;
  await sql`with gone as (delete from alert_rule_version where rule_id in ${rules})
    delete from alert_rule where rule_id in ${rules}`.execute(transaction);
}
