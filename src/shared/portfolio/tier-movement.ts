import type { HealthTier } from '#shared/core/tiers.ts';

export type TierCounts = Record<HealthTier, number>;
/** Number of institutions by previous tier, then by current tier. */
export type TierMovement = Record<HealthTier, TierCounts>;

export const createEmptyTierCounts = (): TierCounts => ({
  Healthy: 0,
  Medium: 0,
  Critical: 0,
  Unknown: 0,
});

/**
 * Counts institutions by previous and current tier. Institutions without a tier at either time are
 * ignored.
 */
export function countTierMovement(
  moves: Iterable<readonly [from: HealthTier | null, to: HealthTier | null]>,
): TierMovement {
  const movement: TierMovement = {
    Healthy: createEmptyTierCounts(),
    Medium: createEmptyTierCounts(),
    Critical: createEmptyTierCounts(),
    Unknown: createEmptyTierCounts(),
  };
  for (const [from, to] of moves) if (from !== null && to !== null) movement[from][to] += 1;
  return movement;
}
