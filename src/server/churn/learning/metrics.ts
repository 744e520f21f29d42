import type { Interval } from '#shared/core/statistics/intervals.ts';
import { seededRandom } from './random.ts';

/** Predicted chances and the actual outcomes of the same cases. */
export interface ScoredCases {
  chances: Float64Array;
  labels: Uint8Array;
}

export interface FigureWithInterval extends Interval {
  value: number;
}

/** Cases in descending order of chance. */
export interface RankedCases {
  order: Int32Array;
  chances: Float64Array;
  labels: Uint8Array;
}

export const rankCases = ({ chances, labels }: ScoredCases): RankedCases => ({
  order: Int32Array.from({ length: chances.length }, (_, row) => row).sort(
    (one, other) => (chances[other] as number) - (chances[one] as number) || one - other,
  ),
  chances,
  labels,
});

/**
 * Calls `see` for each distinct chance, highest first, with the total weights of label 1 and of
 * label 0.
 */
function eachChance(
  { order, chances, labels }: RankedCases,
  weights: Float64Array | undefined,
  see: (positives: number, negatives: number) => void,
): void {
  for (let at = 0; at < order.length; ) {
    const chance = chances[order[at] as number];
    let [positives, negatives] = [0, 0];
    for (; at < order.length && chances[order[at] as number] === chance; at++) {
      const row = order[at] as number;
      const weight = weights === undefined ? 1 : (weights[row] as number);
      if (labels[row] === 1) positives += weight;
      else negatives += weight;
    }
    see(positives, negatives);
  }
}

/**
 * Returns the probability that a case of label 1 has a higher chance than a case of label 0. A tie
 * counts as half. Returns `NaN` when only one label occurs.
 */
export function areaUnderCurve(cases: RankedCases, weights?: Float64Array): number {
  let [above, right, wrong] = [0, 0, 0];
  eachChance(cases, weights, (positives, negatives) => {
    right += negatives * (above + positives / 2);
    above += positives;
    wrong += negatives;
  });
  return right / (above * wrong);
}

/**
 * Returns the mean precision over the cases of label 1. Cases with equal chances have the same
 * precision. Returns `NaN` without a case of label 1.
 */
export function averagePrecision(cases: RankedCases, weights?: Float64Array): number {
  let [above, seen, sum] = [0, 0, 0];
  eachChance(cases, weights, (positives, negatives) => {
    above += positives;
    seen += positives + negatives;
    if (positives > 0) sum += (positives * above) / seen;
  });
  return sum / above;
}

/** Returns the mean squared difference between chance and outcome. */
export function brierScore({ chances, labels }: ScoredCases, weights?: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let row = 0; row < labels.length; row++) {
    const weight = weights === undefined ? 1 : (weights[row] as number);
    sum += weight * ((chances[row] as number) - (labels[row] as number)) ** 2;
    total += weight;
  }
  return sum / total;
}

export interface ReliabilityBin {
  cases: number;
  meanChance: number;
  observed: number;
}

const reliabilityBinCount = 10;

/**
 * Returns ten bins of similar size by chance, lowest first. Cases with equal chances are in the
 * same bin.
 */
export function reliabilityBins(
  { order, chances, labels }: RankedCases,
  weights?: Float64Array,
): ReliabilityBin[] {
  const weightOf = (row: number) => (weights === undefined ? 1 : (weights[row] as number));
  const total = order.reduce((sum, row) => sum + weightOf(row), 0);
  const bins: ReliabilityBin[] = [];
  let [cases, seen, sum, positives] = [0, 0, 0, 0];
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at] as number;
    const weight = weightOf(row);
    cases += weight;
    seen += weight;
    sum += weight * (chances[row] as number);
    positives += weight * (labels[row] as number);
    const isFull = seen >= ((bins.length + 1) * total) / reliabilityBinCount;
    const next = at > 0 ? chances[order[at - 1] as number] : undefined;
    if (next !== undefined && (!isFull || next === chances[row])) continue;
    if (cases > 0) bins.push({ cases, meanChance: sum / cases, observed: positives / cases });
    [cases, sum, positives] = [0, 0, 0];
  }
  return bins;
}

/**
 * Returns the mean absolute difference between the mean chance of a bin and the bin's share of
 * label 1. Bins are weighted by their number of cases.
 */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { cases }) => sum + cases, 0);
  return (
    bins.reduce(
      (sum, { cases, meanChance, observed }) => sum + cases * Math.abs(meanChance - observed),
      0,
    ) / total
  );
}

/** Returns the number of cases of label 1 among the `count` cases with the highest chances. */
export const countFoundAmongTop = ({ order, labels }: RankedCases, count: number): number =>
  order.subarray(0, count).reduce((sum, row) => sum + (labels[row] as number), 0);

const resamples = 200;

/**
 * Computes bootstrap intervals by resampling whole groups. The cases of a group, such as the weeks
 * of a customer, are not independent. The result is deterministic for a seed.
 */
export function bootstrapIntervals<Name extends string>(
  groups: Float64Array | undefined,
  rows: number,
  figures: (weights: Float64Array) => Record<Name, number>,
  seed: number,
): (name: Name) => Interval {
  const random = seededRandom(seed);
  const places = new Map<number, number>();
  const groupOf = Int32Array.from({ length: rows }, (_, row) => {
    const group = groups === undefined ? row : (groups[row] as number);
    const place = places.get(group) ?? places.size;
    places.set(group, place);
    return place;
  });
  const drawn: Record<Name, number>[] = [];
  for (let round = 0; round < resamples; round++) {
    const times = new Float64Array(places.size);
    for (let draw = 0; draw < times.length; draw++) {
      const place = Math.floor(random() * times.length);
      times[place] = (times[place] as number) + 1;
    }
    drawn.push(figures(Float64Array.from(groupOf, (place) => times[place] as number)));
  }
  return (name) => {
    const values = drawn
      .map((each) => each[name])
      .filter((value) => !Number.isNaN(value))
      .sort((one, other) => one - other);
    const at = (share: number) =>
      values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
    return { low: at(0.025), high: at(0.975) };
  };
}
