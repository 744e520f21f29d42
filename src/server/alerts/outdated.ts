import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import {
  type AlertConditions,
  buildFiringPredicate,
  parseAlertConditions,
} from './conditions-sql.ts';
import { findUnmatchedPairs } from './matching-queries.ts';
import { findAlertRuleRows } from './queries.ts';

interface RuleItem {
  institutionId: number;
  callId: string;
  ruleId: string | null;
}

/** Columns of the customer list with values of the CRM's owners. */
const ownerColumns: ReadonlySet<string> = new Set(['ownerName', 'pipeline']);

const usesOwners = ({ filters, search }: AlertConditions): boolean =>
  search !== '' || filters.some(({ column }) => ownerColumns.has(column));

/**
 * Returns `true` when the CRM reported owners. A customer without an owner is Unassigned; while the
 * CRM is down, the owners of all customers are `null`.
 */
const areOwnersKnown = async (dependencies: Dependencies): Promise<boolean> =>
  (await institutionListReader(dependencies)()).answer.rows.some(
    ({ ownerName }) => ownerName !== null,
  );

/**
 * Returns the ids of action items whose alert rule no longer matches their customer. Leaves out
 * items of rules whose conditions cannot be parsed, and of rules that use owners while the CRM is
 * down.
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
    if (conditions.problems.length > 0) continue;
    if (!usesOwners(conditions) || (await areOwnersKnown(dependencies)))
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
