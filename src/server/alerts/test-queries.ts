import type { Queries } from '#server/core/db/database.ts';
import type { AlertTrial } from '#shared/alerts/alerts.ts';

interface RuleTest {
  ruleId: string;
  version: number;
  conditions: string;
  userId: string;
  at: Date;
  trial: AlertTrial;
}

/** Saves the last test of a rule. It replaces the earlier test. */
export async function saveRuleTest(
  queries: Queries,
  { ruleId, version, conditions, userId, at, trial }: RuleTest,
): Promise<void> {
  const values = {
    version,
    conditions,
    tested_by: userId,
    tested_at: at,
    result: JSON.stringify(trial),
  };
  await queries
    .insertInto('alert_rule_test')
    .values({ rule_id: ruleId, ...values })
    .onConflict((on) => on.column('rule_id').doUpdateSet(values))
    .execute();
}

/** Returns the last test of a rule; `undefined` when the rule was never tested. */
export const findRuleTest = (queries: Queries, ruleId: string) =>
  queries
    .selectFrom('alert_rule_test as t')
    .innerJoin('person', 'person.user_id', 't.tested_by')
    .select([
      't.version',
      't.conditions',
      'person.name as testedBy',
      't.tested_at as testedAt',
      't.result as trial',
    ])
    .where('t.rule_id', '=', ruleId)
    .executeTakeFirst();
