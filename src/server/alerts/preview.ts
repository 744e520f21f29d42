import type { Dependencies } from '#server/core/dependencies.ts';
import type { AlertPreview, AlertRuleFields } from '#shared/alerts/alerts.ts';
import { isDeclineRule } from '#shared/alerts/rules.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildFiringPredicate, parseAlertConditions } from './conditions-sql.ts';
import { countByOwner, isSeasonNow, ownersOf } from './evaluate.ts';
import { findCustomersOpenedOn, findOpeningCandidates } from './firing-queries.ts';
import { findMatchingCustomers } from './matching-queries.ts';
import { limitItemsPerOwner } from './rules.ts';

/**
 * Counts the action items that a rule would open now for customers that already match, and those
 * that the daily limit per owner holds back.
 */
export async function previewAlertRule(
  dependencies: Dependencies,
  rule: Pick<AlertRuleFields, 'name' | 'kind' | 'conditions' | 'priority'> & { ruleId: string },
): Promise<AlertPreview> {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const conditions = parseAlertConditions(rule.conditions);
  const matching = (await findMatchingCustomers(dependencies, conditions)).length;
  if (isDeclineRule(conditions.filters) && (await isSeasonNow(dependencies)))
    return { opened: 0, heldBack: 0, isSilent: true, matching };
  const moment = {
    day: dayIn(env.BUSINESS_TIME_ZONE, clock()),
    timeZone: env.BUSINESS_TIME_ZONE,
  };
  const candidates = await findOpeningCandidates(foreground, rule, {
    ...moment,
    predicate: await buildFiringPredicate(dependencies, conditions),
  });
  const before = await findCustomersOpenedOn(foreground, moment);
  const owners = await ownersOf(dependencies, [
    ...before,
    ...candidates.map(({ institutionId }) => institutionId),
  ]);
  const ownerOf = (institutionId: number) => owners.get(institutionId) ?? null;
  const { fired } = limitItemsPerOwner(
    candidates.map((each) => ({
      ...each,
      ruleId: rule.ruleId,
      priority: rule.priority,
      callId: null,
    })),
    ownerOf,
    countByOwner(before, ownerOf),
  );
  return {
    opened: fired.length,
    heldBack: candidates.length - fired.length,
    isSilent: false,
    matching,
  };
}
