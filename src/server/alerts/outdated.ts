import type { Dependencies } from '#server/core/dependencies.ts';
import { buildFiringPredicate, parseAlertConditions } from './conditions-sql.ts';
import { findUnmatchedPairs } from './matching-queries.ts';
import { findAlertRuleRows } from './queries.ts';

interface RuleItem {
  institutionId: number;
  callId: string;
  ruleId: string | null;
}

/**
 * Returns the ids of the action items whose customer no longer matches the alert rule that opened
 * them. Leaves out items of rules whose conditions cannot be parsed.
 */
export async function findOutdatedItems(
  dependencies: Dependencies,
  items: readonly RuleItem[],
): Promise<Set<string>> {
  const { foreground } = dependencies.database;
  const ruleIds = [...new Set(items.flatMap(({ ruleId }) => ruleId ?? []))];
  if (ruleIds.length === 0) return new Set();
  const rules = [];
  for (const { ruleId, conditions: text } of await findAlertRuleRows(foreground, ruleIds)) {
    const conditions = parseAlertConditions(text);
    if (conditions.problems.length === 0)
      rules.push({ ruleId, predicate: await buildFiringPredicate(dependencies, conditions) });
  }
  const unmatched = new Set(
    (
      await findUnmatchedPairs(
        foreground,
        rules,
        items.map(({ institutionId }) => institutionId),
      )
    ).map(({ ruleId, institutionId }) => `${ruleId} ${institutionId}`),
  );
  return new Set(
    items
      .filter(({ ruleId, institutionId }) => unmatched.has(`${ruleId} ${institutionId}`))
      .map(({ callId }) => callId),
  );
}
