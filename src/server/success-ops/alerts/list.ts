import type { Dependencies } from '#server/core/dependencies.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { getAlertRules } from '#shared/success-ops/alerts/alerts.ts';
import { ledgerOf } from '#shared/success-ops/alerts/rules.ts';
import type { ListedCall } from '#shared/success-ops/calls/calls.ts';
import { conditionsOf, predicateOf } from './conditions-sql.ts';
import { alertRuleRows, countCustomers, countMatching, lastRuns } from './queries.ts';
import { toldAt } from './rules.ts';

type Answer = ResponseOf<typeof getAlertRules>;

/** What the rules brought a person in the last evaluation that may be told. */
async function digestOf({ database, clock, env }: Dependencies, calls: readonly ListedCall[], person: string): Promise<Answer['digest']> {
  const told = (await lastRuns(database.foreground)).find(({ ran_at }) => toldAt(env.BUSINESS_TIME_ZONE, ran_at) <= clock());
  if (told === undefined) return null;
  const { day } = told;
  const fired = calls.filter(({ personName, lastFiredOn }) => personName === person && lastFiredOn === day);
  return {
    day,
    opened: fired.filter(({ firedCount }) => firedCount === 1).length,
    again: fired.filter(({ firedCount }) => firedCount > 1).length,
    heldBack: told.told.heldBack.find((each) => each.person === person)?.calls ?? 0,
    silent: told.told.silent,
  };
}

/** The rules with their ledger, as one person sees them. */
export async function alertRuleList(dependencies: Dependencies, calls: readonly ListedCall[], person: string): Promise<Answer> {
  const { foreground } = dependencies.database;
  const rules = await alertRuleRows(foreground);
  const predicates = [];
  const read = rules.map(({ conditions }) => conditionsOf(conditions));
  for (const conditions of read) predicates.push(await predicateOf(dependencies, conditions));
  const matching = await countMatching(foreground, predicates);
  return {
    rows: rules.map((rule, at) => {
      const problems = [...(read[at]?.problems ?? [])];
      return {
        ...rule,
        changedAt: rule.changedAt.toISOString(),
        matching: problems.length > 0 ? null : (matching[at] ?? 0),
        problems,
        ledger: ledgerOf(rule.ruleId, calls),
      };
    }),
    customers: await countCustomers(foreground),
    digest: await digestOf(dependencies, calls, person),
  };
}
