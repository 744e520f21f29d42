import { findRiskCases } from '#server/work/cases/cases-queries.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText, dollarsText } from '#shared/core/words.ts';
import { findRenewalFactor } from '#shared/risk/priority.ts';
import { findAssignedRiskCaseCustomers } from './risk-queries.ts';
import type { DaySource } from './source.ts';

/**
 * Returns the risk cases assigned to the user and the unassigned risk cases of the user's
 * customers. Leaves out customers that have given notice.
 */
export const riskSource: DaySource = async ({
  dependencies,
  today,
  person,
  minutes,
  all,
  own,
  renewals,
  stakeOf,
}) => {
  const { foreground } = dependencies.database;
  const assigned = await findAssignedRiskCaseCustomers(foreground, person.id);
  const ids = [...new Set([...assigned, ...own.map(({ institutionId }) => institutionId)])].filter(
    (id) => {
      const customer = all.get(id);
      return (
        customer?.atRisk === true &&
        customer.leavesOn === null &&
        !customer.inGrace &&
        customer.healthTier !== 'Unknown'
      );
    },
  );
  return (await findRiskCases(foreground, ids, today)).flatMap(({ institutionId, assignee }) => {
    const customer = all.get(institutionId);
    if (customer === undefined || (assignee !== null && assignee.id !== person.id)) return [];
    const value = stakeOf(institutionId);
    const isNear =
      findRenewalFactor(renewals.get(String(institutionId))?.renewalOn ?? null, today) >= 1.5;
    const reasons = [
      `At risk for ${countText(customer.consecutiveWeeksAtRisk, 'week')}`,
      ...(customer.adoptionScore === null ? [] : [`score ${scoreText(customer.adoptionScore)}`]),
      ...(value === null ? [] : [`${dollarsText(value)} per year at stake`]),
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
