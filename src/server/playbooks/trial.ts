import {
  parseAlertConditions,
  selectFiltersWithoutHistory,
} from '#server/alerts/conditions-sql.ts';
import { findMatchingWeeksByCustomer } from '#server/alerts/matching-queries.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { listWeekStartsUntil } from '#shared/core/dates.ts';
import type { BodyOf, ResponseOf } from '#shared/core/endpoint.ts';
import {
  broadMatchWarningShare,
  maxTrialCustomers,
  playbookTrialWeeks,
  type postPlaybookTrial,
} from '#shared/playbooks/playbooks.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { findAlertRule, findInstitutionNames } from './queries.ts';
import { simulatedStartWeeks } from './trial-rules.ts';

type Trial = ResponseOf<typeof postPlaybookTrial>;

/** Returns the weeks in which the playbook would have started for each customer, and its inputs. */
export async function findSimulatedStarts(
  dependencies: Dependencies,
  { ruleId, conditions, againDays }: BodyOf<typeof postPlaybookTrial>,
) {
  const { foreground } = dependencies.database;
  const rule = ruleId === null ? { conditions } : await findAlertRule(foreground, ruleId);
  if (rule === undefined) throw unprocessable('ruleId: this alert rule no longer exists');
  const trigger = parseAlertConditions(rule.conditions);
  const own = parseAlertConditions(conditions);
  const week = await findNewestWeek(foreground);
  const weeks = week === null ? [] : listWeekStartsUntil(week.weekStart, playbookTrialWeeks + 1);
  const matched = await findMatchingWeeksByCustomer(dependencies, trigger, weeks);
  const fitting = await findMatchingWeeksByCustomer(dependencies, own, weeks);
  const lastWeeks = weeks.slice(1);
  const started = [...matched].flatMap(([institutionId, of]) => {
    const found = simulatedStartWeeks(of, new Set(fitting.get(institutionId)), {
      weeks: lastWeeks,
      againDays,
    });
    return found.length === 0 ? [] : [{ institutionId, weeks: found }];
  });
  return { trigger, own, weeks: lastWeeks, started };
}

/**
 * Simulates a playbook over the last 13 official weeks. A playbook without a rule is simulated with
 * its own conditions.
 */
export async function simulatePlaybook(
  dependencies: Dependencies,
  { ruleId, conditions, againDays }: BodyOf<typeof postPlaybookTrial>,
): Promise<Trial> {
  const { foreground } = dependencies.database;
  const {
    trigger,
    own,
    weeks: lastWeeks,
    started,
  } = await findSimulatedStarts(dependencies, {
    ruleId,
    conditions,
    againDays,
  });
  const often = started
    .toSorted((one, other) => other.weeks.length - one.weeks.length)
    .slice(0, maxTrialCustomers);
  const names = await findInstitutionNames(
    foreground,
    often.map(({ institutionId }) => institutionId),
  );
  const all = (await institutionListReader(dependencies)()).answer.rows.length;
  const labels = [
    ...selectFiltersWithoutHistory(trigger),
    ...selectFiltersWithoutHistory(own),
  ].flatMap(({ column }) => institutionColumns.find(({ key }) => key === column)?.label ?? []);
  return {
    problems: [...trigger.problems, ...(ruleId === null ? [] : own.problems)],
    isBroad: started.length > all * broadMatchWarningShare,
    all,
    runs: started.reduce((sum, each) => sum + each.weeks.length, 0),
    started: started.length,
    withoutPast: [...new Set(labels)],
    weeks: lastWeeks.map((weekStart) => ({
      weekStart,
      runs: started.filter((each) => each.weeks.includes(weekStart)).length,
    })),
    customers: often.map(({ institutionId, weeks: of }) => ({
      institutionId,
      institutionName: names.get(institutionId) ?? '',
      times: of.length,
      lastWeek: of.at(-1) ?? '',
    })),
  };
}
