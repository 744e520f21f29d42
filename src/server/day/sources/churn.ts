import type { ChurnTier } from '#shared/core/tiers.ts';
import { countText, shareText } from '#shared/core/words.ts';
import { findPredictions } from './churn-queries.ts';
import type { DaySource } from './source.ts';

const urgencyOf = {
  IMMEDIATE: 'today',
  HIGH: 'soon',
  MEDIUM: 'when_free',
} as const satisfies Record<ChurnTier, string>;

/**
 * Returns the customers with a churn tier that have not given notice. Returns an empty list while
 * churn tiers are hidden.
 */
export const churnSource: DaySource = async ({ dependencies, minutes, own, all, stakeOf }) => {
  const flagged = own
    .filter(({ churnTier, leavesOn }) => churnTier !== null && leavesOn === null)
    .map(({ institutionId }) => institutionId);
  if (flagged.length === 0) return [];
  return (await findPredictions(dependencies.database.foreground, flagged)).flatMap(
    ({ institution_id, chance60, days_left }) => {
      const customer = all.get(institution_id);
      if (customer === undefined || customer.churnTier === null) return [];
      const { churnTier, institutionName, healthTier } = customer;
      const facts = [
        `Churn tier ${churnTier}`,
        `${shareText(chance60)} chance of a notice within 60 days`,
        ...(days_left === null ? [] : [`${countText(days_left, 'day')} left`]),
      ];
      return [
        {
          key: `churn:${institution_id}`,
          kind: 'churn' as const,
          institutionId: institution_id,
          institutionName,
          healthTier,
          urgency: urgencyOf[churnTier],
          due: null,
          minutes: minutes.churn,
          value: stakeOf(institution_id),
          why: facts.join(', '),
          task: null,
          call: null,
          sla: null,
        },
      ];
    },
  );
};
