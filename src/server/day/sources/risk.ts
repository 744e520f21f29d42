import { scoreText } from '#shared/core/score-text.ts';
import { countText, dollarsText } from '#shared/core/words.ts';
import { findRenewalFactor } from '#shared/risk/priority.ts';
import { findRiskCaseAssignees } from './risk-queries.ts';
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
  const ownIds = own.map(({ institutionId }) => institutionId);
  const { foreground } = dependencies.database;
  const assignees = await findRiskCaseAssignees(foreground, person.id, ownIds);
  const ids = [...new Set([...assignees.keys(), ...ownIds])].toSorted((one, two) => one - two);
  return ids.flatMap((institutionId) => {
    const customer = all.get(institutionId);
    const isListed =
      customer?.atRisk === true &&
      customer.leavesOn === null &&
      !customer.inGrace &&
      customer.healthTier !== 'Unknown';
    if (!isListed || (assignees.get(institutionId) ?? person.id) !== person.id) return [];
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
