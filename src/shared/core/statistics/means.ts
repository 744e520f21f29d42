import { studentQuantile } from './distributions.ts';
import type { Interval } from './intervals.ts';

export interface SampleStatistics {
  count: number;
  mean: number;
  /** Sample variance; 0 for a single value. */
  variance: number;
}

/**
 * Returns count, mean and variance; `undefined` for no values. Welford's algorithm keeps all digits
 * of large means.
 */
export function computeSampleStatistics(values: readonly number[]): SampleStatistics | undefined {
  let [count, mean, squares] = [0, 0, 0];
  for (const value of values) {
    count++;
    const step = value - mean;
    mean += step / count;
    squares += step * (value - mean);
  }
  return count === 0
    ? undefined
    : { count, mean, variance: count === 1 ? 0 : squares / (count - 1) };
}

/** Returns Student's interval of a mean; `undefined` for fewer than two values. */
export function meanInterval(
  { count, mean, variance }: SampleStatistics,
  confidence: number,
): Interval | undefined {
  if (count < 2) return undefined;
  const half = studentQuantile((1 + confidence) / 2, count - 1) * Math.sqrt(variance / count);
  return { low: mean - half, high: mean + half };
}

/**
 * Returns Welch's interval of the first mean minus the second; `undefined` when a side has fewer
 * than two values.
 */
export function meanDifferenceInterval(
  one: SampleStatistics,
  other: SampleStatistics,
  confidence: number,
): Interval | undefined {
  if (one.count < 2 || other.count < 2) return undefined;
  const [left, right] = [one.variance / one.count, other.variance / other.count];
  const difference = one.mean - other.mean;
  if (left + right === 0) return { low: difference, high: difference };
  const degreesOfFreedom =
    (left + right) ** 2 / (left ** 2 / (one.count - 1) + right ** 2 / (other.count - 1));
  const half = studentQuantile((1 + confidence) / 2, degreesOfFreedom) * Math.sqrt(left + right);
  return { low: difference - half, high: difference + half };
}
