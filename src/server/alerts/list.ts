import type { Dependencies } from '#server/core/dependencies.ts';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import type { getAlertRules } from '#shared/alerts/alerts.ts';
import { countRuleOutcomes } from '#shared/alerts/rules.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { buildFiringPredicate, parseAlertConditions } from './conditions-sql.ts';
import {
  countMatchingCustomers,
  countScoredCustomers,
  findAlertRuleRows,
  lastEvaluationRuns,
} from './queries.ts';
import { computeNotificationTime } from './rules.ts';

type Answer = ResponseOf<typeof getAlertRules>;

/**
 * Returns a user's digest of the latest evaluation whose notification time has passed; `null`
 * without such an evaluation.
 */
async function digestOf(
  { database, clock, env }: Dependencies,
  calls: readonly ListedActionItem[],
  person: string,
): Promise<Answer['digest']> {
  const latest = (await lastEvaluationRuns(database.foreground)).find(
    ({ ran_at }) => computeNotificationTime(env.BUSINESS_TIME_ZONE, ran_at) <= clock(),
  );
  if (latest === undefined) return null;
  const { day } = latest;
  const fired = calls.filter(
    ({ personName, lastFiredOn }) => personName === person && lastFiredOn === day,
  );
  return {
    day,
    opened: fired.filter(({ firedCount }) => firedCount === 1).length,
    again: fired.filter(({ firedCount }) => firedCount > 1).length,
    heldBack: latest.told.heldBack.find((each) => each.person === person)?.calls ?? 0,
    silent: latest.told.silent,
  };
}

/** Returns the rules with their results so far. */
export async function readAlertRules(
  dependencies: Dependencies,
  calls: readonly ListedActionItem[],
): Promise<Answer['rows']> {
  const { foreground } = dependencies.database;
  const rules = await findAlertRuleRows(foreground);
  const predicates = [];
  const parsed = rules.map(({ conditions }) => parseAlertConditions(conditions));
  for (const conditions of parsed)
    predicates.push(await buildFiringPredicate(dependencies, conditions));
  const matching = await countMatchingCustomers(foreground, predicates);
  return rules.map((rule, at) => {
    const problems = [...(parsed[at]?.problems ?? [])];
    return {
      ...rule,
      changedAt: rule.changedAt.toISOString(),
      matching: problems.length > 0 ? null : (matching[at] ?? 0),
      problems,
      ledger: countRuleOutcomes(rule.ruleId, calls),
    };
  });
}

/** Returns the rules with their results so far, the number of customers, and the user's digest. */
export async function readAlertRulesOverview(
  dependencies: Dependencies,
  calls: readonly ListedActionItem[],
  person: string,
): Promise<Answer> {
  return {
    rows: await readAlertRules(dependencies, calls),
    customers: await countScoredCustomers(dependencies.database.foreground),
    digest: await digestOf(dependencies, calls, person),
  };
}
