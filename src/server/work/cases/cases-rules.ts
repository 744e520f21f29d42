import type { Day } from '#shared/core/dates.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';

export interface Snooze {
  until: Day;
  /**
   * Health tier of the customer at the time of the snooze; `null` for a customer that was never
   * scored.
   */
  tierAtSnooze: HealthTier | null;
  /** Health tiers of the official weeks after the snooze. */
  tiersAfter: readonly HealthTier[];
}

/**
 * Returns `true` while a snooze is active. A snooze ends on the day `until`, or earlier when an
 * official week has a lower tier than the tier at the snooze. A week with an unknown tier does not
 * end the snooze. A recovery after a drop does not make the snooze active again.
 */
export function isSnoozeActive({ until, tierAtSnooze, tiersAfter }: Snooze, today: Day): boolean {
  if (until <= today) return false;
  return !tiersAfter.some((tier) => isWorse(tier, tierAtSnooze));
}

function isWorse(tier: HealthTier, than: HealthTier | null): boolean {
  if (tier === 'Unknown' || than === 'Unknown' || than === null) return false;
  return healthTiers.indexOf(tier) > healthTiers.indexOf(than);
}
