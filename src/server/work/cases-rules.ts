import type { Day } from '#shared/core/dates.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';

export interface Snooze {
  until: Day;
  /** What the customer was when it was snoozed; null for one that was never scored. */
  tierThen: HealthTier | null;
  /** The tiers of the official weeks since. */
  tiersSince: readonly HealthTier[];
}

/**
 * Whether a customer is still left in peace: until the day comes, or until any official week since was in a lower tier.
 * A week that cannot be judged ends nothing, and a recovery after a fall does not bring a snooze back.
 */
export function snoozeHolds({ until, tierThen, tiersSince }: Snooze, today: Day): boolean {
  if (until <= today) return false;
  return !tiersSince.some((tier) => isWorse(tier, tierThen));
}

function isWorse(tier: HealthTier, than: HealthTier | null): boolean {
  if (tier === 'Unknown' || than === 'Unknown' || than === null) return false;
  return healthTiers.indexOf(tier) > healthTiers.indexOf(than);
}
