import { type ChurnFeature, churnFeatures } from '../patterns/features.ts';
import { unitOf } from '../patterns/signals.ts';
import type { ChurnDriver } from '../quality/quality.ts';

const stepFormat = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** Whether its interval leaves out 1, which is no effect. */
export const isClear = ({ low, high }: ChurnDriver): boolean => low > 1 || high < 1;

/** Steps of percentages, shares and ratios are told in points: "0.2 times more" would be read as a ratio of its own. */
function stepText(feature: ChurnFeature, step: number): string {
  const unit = unitOf(feature);
  if (unit === '%') return `${stepFormat.format(step)} points`;
  if (unit === ' of 1' || unit === ' times') return `${stepFormat.format(100 * step)} points`;
  return `${stepFormat.format(step)}${unit}`;
}

/** "Adoption score, 18 points more" */
export function driverName({ feature, isUnknown, step }: ChurnDriver): string {
  const name = churnFeatures.find(({ key }) => key === feature)?.name ?? feature;
  return isUnknown ? `${name}: not known` : `${name}, ${stepText(feature, step)} more`;
}

/** How a notice goes with more of the figure, in words. */
export const effectOf = (driver: ChurnDriver): string =>
  isClear(driver) ? (driver.oddsRatio > 1 ? 'More often' : 'Less often') : 'No effect shown';
