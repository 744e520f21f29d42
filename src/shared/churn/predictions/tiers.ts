import type { ChurnTier } from '#shared/core/tiers.ts';
import { predictionStaleHours } from '#shared/metrics/constants.ts';
import { churnWarning } from '../pipeline.ts';

/** Chances of a notice within 30, 45 and 60 days, none smaller than the one before. */
export interface Chances {
  chance30: number;
  chance45: number;
  chance60: number;
}

/**
 * Days until the chance of a notice reaches the level of an alert, from 0 up to and with 60; null when it does not within 60.
 * Between the three horizons the chance is taken to grow evenly.
 */
export function daysUntil(level: number, { chance30, chance45, chance60 }: Chances): number | null {
  const knots = [
    { day: 0, chance: 0 },
    { day: 30, chance: chance30 },
    { day: 45, chance: chance45 },
    { day: 60, chance: chance60 },
  ];
  for (let at = 1; at < knots.length; at += 1) {
    const [before, after] = [knots[at - 1], knots[at]];
    if (before === undefined || after === undefined || after.chance < level) continue;
    const rise = after.chance - before.chance;
    return rise <= 0
      ? before.day
      : Math.max(before.day, Math.ceil(before.day + ((level - before.chance) / rise) * (after.day - before.day)));
  }
  return null;
}

/** The tier of a customer: by its days left, from the first day of a tier to the day before the next; null without patterns enough. */
export function churnTierOf(daysLeft: number | null, patternCount: number): ChurnTier | null {
  if (daysLeft === null || patternCount < churnWarning.minimumPatterns) return null;
  const last = churnWarning.tiers.at(-1);
  const tier = churnWarning.tiers.find(({ from, to }) => daysLeft >= from && (daysLeft < to || (to === last?.to && daysLeft === to)));
  return tier?.name ?? null;
}

/** Predictions older than this are not shown as tiers. */
export const staleAfterHours = predictionStaleHours;

/** The chances with the band that the one within 60 days lies in. */
export interface FlaggedChances extends Chances {
  low: number;
  high: number;
}
