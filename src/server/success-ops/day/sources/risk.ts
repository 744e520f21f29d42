import { findRiskCases } from '#server/work/cases-queries.ts';
import { counted, dollarsText } from '#shared/core/words.ts';
import { renewalFactor } from '#shared/risk/priority.ts';
import { assignedTo } from './risk-queries.ts';
import type { DaySource } from './source.ts';

/** Cases that are given to the person, and those of the person's customers that are left unassigned; not what is snoozed or was judged this week. */
export const riskSource: DaySource = async ({ dependencies, today, person, minutes, all, own, weekStartDate, renewals, stakeOf }) => {
  const { foreground } = dependencies.database;
  const assigned = await assignedTo(foreground, person.id);
  const ids = [...new Set([...assigned, ...own.map(({ institutionId }) => institutionId)])].filter((id) => {
    const customer = all.get(id);
    return customer?.atRisk === true && !customer.inGrace && customer.healthTier !== 'Unknown';
  });
  return (await findRiskCases(foreground, ids, today)).flatMap(({ institutionId, assignee, snooze, lastOutcome }) => {
    const customer = all.get(institutionId);
    const isJudged = lastOutcome !== null && lastOutcome.judgedWeek === weekStartDate;
    if (customer === undefined || snooze !== null || isJudged || (assignee !== null && assignee.id !== person.id)) return [];
    const value = stakeOf(institutionId);
    const isNear = renewalFactor(renewals.get(String(institutionId))?.renewalOn ?? null, today) >= 1.5;
    const reasons = [
      `At risk for ${counted(customer.consecutiveWeeksAtRisk, 'week')}`,
      ...(customer.adoptionScore === null ? [] : [`score ${Math.round(customer.adoptionScore)}`]),
      ...(value === null ? [] : [`${dollarsText(value)} a year at stake`]),
      ...(isNear ? ['renewal within 60 days'] : []),
    ];
    return [
      {
        key: `risk:${institutionId}`,
        kind: 'risk' as const,
        institutionId,
        institutionName: customer.institutionName,
        healthTier: customer.healthTier,
        urgency: isNear ? ('today' as const) : ('soon' as const),
        due: null,
        minutes: minutes.risk,
        value,
        why: reasons.join(', '),
        task: null,
        call: null,
        sla: null,
      },
    ];
  });
};
