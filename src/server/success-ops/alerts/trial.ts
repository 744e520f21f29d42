import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionList } from '#server/portfolio/list.ts';
import { officialWeekStarts } from '#server/scoring/week-queries.ts';
import { weekEndOf } from '#shared/core/dates.ts';
import { alertRules } from '#shared/metrics/constants.ts';
import type { AlertTrial } from '#shared/success-ops/alerts/alerts.ts';
import { columnsOf, isDeclineRule } from '#shared/success-ops/alerts/rules.ts';
import { customersAndPeople, tryRule } from '#shared/success-ops/alerts/trial.ts';
import { conditionsOf, predicateOf, restOf } from './conditions-sql.ts';
import { seasonWeeks } from './evaluate.ts';
import { matchedWeeks } from './matching-queries.ts';
import { countCustomers, countMatching, namesOf } from './queries.ts';
import { isBroad } from './rules.ts';

/** For whom a rule with these conditions would have fired in past weeks, and how often. */
export async function tryConditions(dependencies: Dependencies, text: string): Promise<AlertTrial> {
  const { foreground } = dependencies.database;
  const conditions = conditionsOf(text);
  const [matching = 0] = await countMatching(foreground, [await predicateOf(dependencies, conditions)]);
  const customers = await countCustomers(foreground);
  const weeks = (await officialWeekStarts(foreground, alertRules.trialWeeks + 1)).reverse();
  const silent = isDeclineRule(conditions.filters) ? await seasonWeeks(dependencies, weeks) : new Set<never>();
  const tried = tryRule(weeks, await matchedWeeks(dependencies, conditions, weeks), silent);
  const owners = new Map((await institutionList(dependencies)()).answer.rows.map((row) => [row.institutionId, row.ownerName]));
  const { often, people } = customersAndPeople(tried.fired, (id) => owners.get(id) ?? null);
  const names = await namesOf(
    foreground,
    often.map(({ institutionId }) => institutionId),
  );
  return {
    matching,
    customers,
    isBroad: isBroad(matching, customers),
    withoutPast: columnsOf(restOf(conditions)).map(({ label }) => label),
    problems: [...conditions.problems],
    weeks: tried.weeks.map(({ week, ...told }) => ({ weekEnd: weekEndOf(week), ...told })),
    firedFor: tried.fired.size,
    often: often.map((each) => ({ ...each, institutionName: names.get(each.institutionId) ?? '' })),
    people,
  };
}
