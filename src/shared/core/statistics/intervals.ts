import { normalQuantile, studentQuantile } from './distributions.ts';

export interface Interval {
  low: number;
  high: number;
}

/** What intervals are given for, unless the reader is told otherwise. */
export const usualConfidence = 0.95;

/** Standard errors on each side of an interval. */
export const normalWidth = (confidence: number): number => normalQuantile((1 + confidence) / 2);

/** Wilson's interval of a share, 0 to 1; undefined of none. */
export function wilson(successes: number, count: number, confidence: number): Interval | undefined {
  if (count === 0) return undefined;
  const z = normalWidth(confidence);
  const share = successes / count;
  const scale = 1 + (z * z) / count;
  const middle = (share + (z * z) / (2 * count)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: successes === 0 ? 0 : Math.max(0, middle - half), high: successes === count ? 1 : Math.min(1, middle + half) };
}

export interface Spread {
  count: number;
  mean: number;
  /** Of the sample; 0 for a single value. */
  variance: number;
}

/** Of at least one value; by Welford's sums, so that large means lose no digits. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  let [count, mean, squares] = [0, 0, 0];
  for (const value of values) {
    count++;
    const step = value - mean;
    mean += step / count;
    squares += step * (value - mean);
  }
  return count === 0 ? undefined : { count, mean, variance: count === 1 ? 0 : squares / (count - 1) };
}

/** Student's interval of a mean; undefined of fewer than two values. */
export function meanInterval({ count, mean, variance }: Spread, confidence: number): Interval | undefined {
  if (count < 2) return undefined;
  const half = studentQuantile((1 + confidence) / 2, count - 1) * Math.sqrt(variance / count);
  return { low: mean - half, high: mean + half };
}

/** Welch's interval of the first mean minus the second; undefined of fewer than two values on a side. */
export function differenceOfMeans(one: Spread, other: Spread, confidence: number): Interval | undefined {
  if (one.count < 2 || other.count < 2) return undefined;
  const [left, right] = [one.variance / one.count, other.variance / other.count];
  const difference = one.mean - other.mean;
  if (left + right === 0) return { low: difference, high: difference };
  const degreesOfFreedom = (left + right) ** 2 / (left ** 2 / (one.count - 1) + right ** 2 / (other.count - 1));
  const half = studentQuantile((1 + confidence) / 2, degreesOfFreedom) * Math.sqrt(left + right);
  return { low: difference - half, high: difference + half };
}

interface Share {
  successes: number;
  count: number;
}

/** Newcombe's interval of the first share minus the second, from Wilson's of each; undefined where a side has none. */
export function differenceOfShares(one: Share, other: Share, confidence: number): Interval | undefined {
  const left = wilson(one.successes, one.count, confidence);
  const right = wilson(other.successes, other.count, confidence);
  if (left === undefined || right === undefined) return undefined;
  const [p, q] = [one.successes / one.count, other.successes / other.count];
  return { low: p - q - Math.hypot(p - left.low, right.high - q), high: p - q + Math.hypot(left.high - p, q - right.low) };
}
