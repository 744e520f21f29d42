import { type ChurnFeatureKey, churnFeatures } from '../patterns/features.ts';
import { featureUnit } from '../patterns/signals.ts';
import type { ChurnDriver } from '../quality/quality.ts';

const stepFormat = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** Returns `true` when the interval excludes 1. An odds ratio of 1 means no effect. */
export const isClearDriver = ({ low, high }: ChurnDriver): boolean => low > 1 || high < 1;

/**
 * Formats one step of a feature with its unit. Percentages, shares and ratios get the unit
 * 'points'. '0.2 times more' would be mistaken for a relative change.
 */
function stepText(feature: ChurnFeatureKey, step: number): string {
  const unit = featureUnit(feature);
  if (unit === '%') return `${stepFormat.format(step)} points`;
  if (unit === ' of 1' || unit === ' times') return `${stepFormat.format(100 * step)} points`;
  return `${stepFormat.format(step)}${unit}`;
}

/** Formats a driver: 'Adoption score, 18 points more'. */
export function describeDriverStep({ feature, isUnknown, step }: ChurnDriver): string {
  const name = churnFeatures.find(({ key }) => key === feature)?.name ?? feature;
  return isUnknown ? `${name}: unknown` : `${name}, ${stepText(feature, step)} more`;
}

/**
 * Describes whether a higher value comes with more notices, with fewer notices, or without a clear
 * effect.
 */
export const driverEffectText = (driver: ChurnDriver): string =>
  isClearDriver(driver) ? (driver.oddsRatio > 1 ? 'More often' : 'Less often') : 'No clear effect';
