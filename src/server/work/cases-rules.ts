import type { Day } from '#shared/core/dates.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';

export interface Snooze {
  until: Day;
  /** Tier when the customer was snoozed; `null` for a customer never scored. */
  tierAtSnooze: HealthTier | null;
  /** Tiers of the official weeks after the snooze. */
  tiersAfter: readonly HealthTier[];
}

/**
 * Returns `true` while a snooze is active: until its day, or until an official week has a lower
 * tier than when it was snoozed. A week with an unknown tier does not end it. A recovery after a
 * drop does not restore it.
 */
export function isSnoozeActive({ until, tierAtSnooze, tiersAfter }: Snooze, today: Day): boolean {
  if (until <= today) return false;
  return !tiersAfter.some((tier) => isWorse(tier, tierAtSnooze));
}

function isWorse(tier: HealthTier, than: HealthTier | null): boolean {
  if (tier === 'Unknown' || than === 'Unknown' || than === null) return false;
  return healthTiers.indexOf(tier) > healthTiers.indexOf(than);
}
