import type { ChurnTier } from '#shared/core/tiers.ts';
import { predictionStaleHours } from '#shared/portfolio/constants.ts';
import { churnPredictionRules } from '../pipeline/pipeline.ts';

/** Chances of a notice within 30, 45 and 60 days, never decreasing. */
export interface NoticeChances {
  chance30: number;
  chance45: number;
  chance60: number;
}

/**
 * Returns the days until the chance of a notice reaches the alert level, 0–60. Returns `null` when
 * the chance doesn't reach it within 60 days. Chances between 30, 45 and 60 days are interpolated
 * linearly.
 */
export function computeDaysUntilAlertLevel(
  level: number,
  { chance30, chance45, chance60 }: NoticeChances,
): number | null {
  const knots = [
    { day: 0, chance: 0 },
    { day: 30, chance: chance30 },
    { day: 45, chance: chance45 },
    { day: 60, chance: chance60 },
  ];
  for (let at = 1; at < knots.length; at += 1) {
    const [before, after] = [knots[at - 1], knots[at]];
    if (before === undefined || after === undefined || after.chance < level) continue;
    const increase = after.chance - before.chance;
    return increase <= 0
      ? before.day
      : Math.max(
          before.day,
          Math.ceil(before.day + ((level - before.chance) / increase) * (after.day - before.day)),
        );
  }
  return null;
}

/** Returns the churn tier for the days left; `null` without days left or with too few patterns. */
export function churnTierOf(daysLeft: number | null, patternCount: number): ChurnTier | null {
  if (daysLeft === null || patternCount < churnPredictionRules.minimumPatterns) return null;
  const last = churnPredictionRules.tiers.at(-1);
  const tier = churnPredictionRules.tiers.find(
    ({ from, to }) => daysLeft >= from && (daysLeft < to || (to === last?.to && daysLeft === to)),
  );
  return tier?.name ?? null;
}

/** Maximum age in hours of predictions shown as tiers. */
export const predictionsStaleAfterHours = predictionStaleHours;

/** Chances, with the interval of the chance within 60 days. */
export interface NoticeChancesWithInterval extends NoticeChances {
  low: number;
  high: number;
}
