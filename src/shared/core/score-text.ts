import { comparisonTolerance, defaultHealthRules, healthTierOf } from './scoring-rules.ts';
import type { TierLimits } from './tiers.ts';

/**
 * Rounds an adoption score in percent to `digits` decimals, without moving it into another tier. A
 * score that rounding would move gets one decimal and is rounded down: 49.7 and 49.97 become 49.7
 * and 49.9 when Medium begins at 50. Pass the tier limits of the score's week where they are known;
 * otherwise, the default limits apply.
 */
export function roundScore(
  score: number,
  digits = 0,
  limits: TierLimits = defaultHealthRules,
): number {
  const factor = 10 ** digits;
  const rounded = Math.round(score * factor) / factor;
  if (healthTierOf(rounded, limits) === healthTierOf(score, limits)) return rounded;
  const downFactor = Math.max(factor, 10);
  return Math.floor(score * downFactor + comparisonTolerance) / downFactor;
}

/** Formats an adoption score by `roundScore`, as a percentage: '50%', or '49.7%' below the limit. */
export function scoreText(score: number, limits?: TierLimits): string {
  return `${roundScore(score, 0, limits)}%`;
}
