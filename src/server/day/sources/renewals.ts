import { addDays, daysBetween } from '#shared/core/dates.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText, dollarsText } from '#shared/core/words.ts';
import { dueRenewalCheckpoint, renewalCheckpoints } from '#shared/day/renewal-checkpoints.ts';
import type { DaySource } from './source.ts';

/**
 * Returns the open renewals of the user's customers that have reached a checkpoint. Leaves out
 * customers that have given notice.
 */
export const renewalSource: DaySource = async ({ today, minutes, own, renewals, stakeOf }) =>
  own.flatMap((customer) => {
    const { institutionId, institutionName, healthTier, adoptionScore, leavesOn } = customer;
    if (leavesOn !== null) return [];
    const renewal = renewals.get(String(institutionId));
    if (renewal?.renewalOn == null) return [];
    const days = daysBetween(today, renewal.renewalOn);
    const checkpoint = dueRenewalCheckpoint(days);
    if (checkpoint === undefined) return [];
    const { daysBefore, name } = renewalCheckpoints[checkpoint];
    const facts = [
      `Renewal in ${countText(days, 'day')}`,
      ...(renewal.annualRevenue === null ? [] : [dollarsText(renewal.annualRevenue)]),
      ...(adoptionScore === null ? [] : [`score ${scoreText(adoptionScore)}`]),
    ];
    return [
      {
        key: `renewal:${institutionId}:${renewal.renewalOn}:${checkpoint}`,
        kind: 'renewal' as const,
        institutionId,
        institutionName,
        healthTier,
        urgency: 'soon' as const,
        due: addDays(renewal.renewalOn, -daysBefore),
        minutes: minutes.renewal,
        value: stakeOf(institutionId),
        why: `${facts.join(', ')}: ${name} checkpoint is due`,
        task: null,
        call: null,
        sla: null,
      },
    ];
  });
