import { normalQuantile } from './normal.ts';

export interface Interval {
  low: number;
  high: number;
}

/** Default confidence of intervals. */
export const defaultConfidence = 0.95;

/** Returns half the width of a confidence interval, in standard errors. */
export const computeCriticalValue = (confidence: number): number =>
  normalQuantile((1 + confidence) / 2);

/** Returns Wilson's interval of a share, 0–1; `undefined` when `count` is 0. */
export function wilsonInterval(
  successes: number,
  count: number,
  confidence: number,
): Interval | undefined {
  if (count === 0) return undefined;
  const z = computeCriticalValue(confidence);
  const share = successes / count;
  const scale = 1 + (z * z) / count;
  const middle = (share + (z * z) / (2 * count)) / scale;
  const half =
    (z / scale) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === count ? 1 : Math.min(1, middle + half),
  };
}

/**
 * Returns Byar's interval of events per unit of exposure, close to the exact Poisson interval;
 * `undefined` without exposure.
 */
export function rateInterval(
  events: number,
  exposure: number,
  confidence: number,
): Interval | undefined {
  if (exposure <= 0) return undefined;
  const z = computeCriticalValue(confidence);
  const limit = (count: number, side: number) =>
    count * (1 - 1 / (9 * count) + (side * z) / (3 * Math.sqrt(count))) ** 3;
  return {
    low: events === 0 ? 0 : limit(events, -1) / exposure,
    high: limit(events + 1, 1) / exposure,
  };
}

interface Rate {
  left: number;
  years: number;
}

/**
 * Returns the ratio of two rates of departures with its interval, from the normal approximation of
 * the logarithm (Rothman, Modern Epidemiology); `undefined` when a count or an exposure is 0.
 */
export function rateRatioInterval(
  one: Rate,
  other: Rate,
  confidence = defaultConfidence,
): ({ value: number } & Interval) | undefined {
  if (Math.min(one.left, other.left, one.years, other.years) <= 0) return undefined;
  const value = one.left / one.years / (other.left / other.years);
  const half = computeCriticalValue(confidence) * Math.sqrt(1 / one.left + 1 / other.left);
  return { value, low: value * Math.exp(-half), high: value * Math.exp(half) };
}

interface Share {
  successes: number;
  count: number;
}

/**
 * Returns Newcombe's interval of the first share minus the second, from Wilson's interval of each;
 * `undefined` when a count is 0.
 */
export function shareDifferenceInterval(
  one: Share,
  other: Share,
  confidence: number,
): Interval | undefined {
  const left = wilsonInterval(one.successes, one.count, confidence);
  const right = wilsonInterval(other.successes, other.count, confidence);
  if (left === undefined || right === undefined) return undefined;
  const [p, q] = [one.successes / one.count, other.successes / other.count];
  return {
    low: p - q - Math.hypot(p - left.low, right.high - q),
    high: p - q + Math.hypot(left.high - p, q - right.low),
  };
}
