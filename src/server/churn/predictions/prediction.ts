import { mapFeatureValuesByKey } from '#shared/churn/patterns/features.ts';
import { findPatterns } from '#shared/churn/patterns/patterns.ts';
import {
  churnTierOf,
  computeDaysUntilAlertLevel,
  type NoticeChancesWithInterval,
} from '#shared/churn/predictions/tiers.ts';
import type { Day } from '#shared/core/dates.ts';
import type { SavedModel } from './model-queries.ts';
import type { Prediction } from './predictions-queries.ts';

/**
 * Returns the prediction of a customer. The tier depends on the days until the alert level and on
 * the number of patterns.
 */
export function buildPrediction(
  {
    institution_id: institutionId,
    known,
  }: { institution_id: number; known: readonly (number | null)[] },
  day: Day,
  chances: NoticeChancesWithInterval,
  {
    version,
    report: { level },
  }: Pick<SavedModel, 'version'> & { report: Pick<SavedModel['report'], 'level'> },
  silent: ReadonlySet<string>,
): Prediction {
  const found = findPatterns(mapFeatureValuesByKey(known), silent);
  const daysLeft = computeDaysUntilAlertLevel(level, chances);
  const { chance60, low, high } = chances;
  const scaled = (to: number) => {
    const factor = chance60 > 0 ? to / chance60 : 1;
    return computeDaysUntilAlertLevel(level, {
      chance30: chances.chance30 * factor,
      chance45: chances.chance45 * factor,
      chance60: to,
    });
  };
  return {
    institutionId,
    day,
    modelVersion: version,
    ...chances,
    daysLeft,
    daysLow: scaled(high),
    daysHigh: scaled(low),
    patterns: found,
    tier: churnTierOf(daysLeft, found.length),
  };
}
