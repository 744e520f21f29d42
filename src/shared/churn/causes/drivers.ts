import { churnFeatures } from '../patterns/features.ts';
import { unitOf } from '../patterns/signals.ts';
import type { ChurnDriver } from '../quality/quality.ts';

const stepFormat = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** Whether its interval leaves out 1, which is no effect. */
export const isClear = ({ low, high }: ChurnDriver): boolean => low > 1 || high < 1;

/** "Adoption score, 18% more" */
export function driverName({ feature, isUnknown, step }: ChurnDriver): string {
  const name = churnFeatures.find(({ key }) => key === feature)?.name ?? feature;
  return isUnknown ? `${name} not known` : `${name}, ${stepFormat.format(step)}${unitOf(feature)} more`;
}

/** How a notice goes with more of the figure, in words. */
export const effectOf = (driver: ChurnDriver): string =>
  isClear(driver) ? (driver.oddsRatio > 1 ? 'More often' : 'Less often') : 'No effect shown';
