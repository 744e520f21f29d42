import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findOfficialWeekStarts } from '#server/scoring/week-queries.ts';
import type { AlertTrial } from '#shared/alerts/alerts.ts';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { findFilteredColumns, isDeclineRule } from '#shared/alerts/rules.ts';
import { rankCustomersAndOwners, simulateRule } from '#shared/alerts/trial.ts';
import { weekEndOf } from '#shared/core/dates.ts';
import {
  buildConditionsPredicate,
  parseAlertConditions,
  selectFiltersWithoutHistory,
} from './conditions-sql.ts';
import { findPeerDropWeeks } from './evaluate.ts';
import { findMatchingWeeksByCustomer } from './matching-queries.ts';
import { countMatchingCustomers, countScoredCustomers, findInstitutionNames } from './queries.ts';
import { isBroadRule } from './rules.ts';

/**
 * Simulates a rule with these conditions in past weeks. Returns the customers for which the rule
 * would have fired, and how often.
 */
export async function simulateConditions(
  dependencies: Dependencies,
  text: string,
): Promise<AlertTrial> {
  const { foreground } = dependencies.database;
  const conditions = parseAlertConditions(text);
  const [matching = 0] = await countMatchingCustomers(foreground, [
    await buildConditionsPredicate(dependencies, conditions),
  ]);
  const customers = await countScoredCustomers(foreground);
  const weeks = (
    await findOfficialWeekStarts(foreground, alertRuleParameters.trialWeeks + 1)
  ).reverse();
  const silent = isDeclineRule(conditions.filters)
    ? await findPeerDropWeeks(dependencies, weeks)
    : new Set<never>();
  const trial = simulateRule(
    weeks,
    await findMatchingWeeksByCustomer(dependencies, conditions, weeks),
    silent,
  );
  const owners = new Map(
    (await institutionListReader(dependencies)()).answer.rows.map((row) => [
      row.institutionId,
      row.ownerName,
    ]),
  );
  const { often, people } = rankCustomersAndOwners(trial.fired, (id) => owners.get(id) ?? null);
  const names = await findInstitutionNames(
    foreground,
    often.map(({ institutionId }) => institutionId),
  );
  return {
    matching,
    customers,
    isBroad: isBroadRule(matching, customers),
    withoutPast: findFilteredColumns(selectFiltersWithoutHistory(conditions)).map(
      ({ label }) => label,
    ),
    problems: [...conditions.problems],
    weeks: trial.weeks.map(({ week, ...counts }) => ({ weekEnd: weekEndOf(week), ...counts })),
    firedFor: trial.fired.size,
    often: often.map((each) => ({ ...each, institutionName: names.get(each.institutionId) ?? '' })),
    people,
  };
}
