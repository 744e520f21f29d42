import { findOutdatedItems } from '#server/alerts/outdated.ts';
import { findDueActionItems } from './action-items-queries.ts';
import type { DaySource } from './source.ts';

/** Returns the action items that are due or urgent. */
export const actionItemSource: DaySource = async ({
  dependencies,
  today,
  person,
  all,
  own,
  stakeOf,
}) => {
  const ownIds = own.map(({ institutionId }) => institutionId);
  const calls = await findDueActionItems(
    dependencies.database.foreground,
    person.id,
    ownIds,
    today,
  );
  const outdated = await findOutdatedItems(dependencies, calls);
  return calls.map(
    ({
      callId,
      title,
      details,
      priority,
      due,
      minutes,
      firedCount,
      version,
      ruleId,
      ...institution
    }) => {
      const facts = [
        ...(priority === 'urgent' ? ['urgent'] : []),
        ...(firedCount > 1 ? [`fired ${firedCount}×`] : []),
        ...(details === '' ? [] : [details]),
      ];
      return {
        ...institution,
        key: `call:${institution.institutionId}:${callId}`,
        kind: 'call' as const,
        healthTier: all.get(institution.institutionId)?.healthTier ?? 'Unknown',
        urgency:
          due < today
            ? ('overdue' as const)
            : due === today
              ? ('today' as const)
              : ('soon' as const),
        due,
        minutes,
        value: stakeOf(institution.institutionId),
        why: facts.length === 0 ? title : `${title}: ${facts.join(', ')}`,
        task: null,
        call: {
          callId,
          title,
          version,
          isFromRule: ruleId !== null,
          isOutdated: outdated.has(callId),
        },
        sla: null,
      };
    },
  );
};
