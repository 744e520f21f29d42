import type { Interval } from '#shared/core/statistics/intervals.ts';
import { seededRandom } from './random.ts';

/** Cases with the chance that was foretold for each, and what became of them. */
export interface Judged {
  chances: Float64Array;
  labels: Uint8Array;
}

/** A figure with its interval. */
export interface Figure extends Interval {
  value: number;
}

/** The cases from the highest chance down, each as often as its weight says. */
export interface Ranked {
  order: Int32Array;
  chances: Float64Array;
  labels: Uint8Array;
}

export const ranked = ({ chances, labels }: Judged): Ranked => ({
  order: Int32Array.from({ length: chances.length }, (_, row) => row).sort(
    (one, other) => (chances[other] as number) - (chances[one] as number) || one - other,
  ),
  chances,
  labels,
});

/** Goes through the cases chance by chance, the highest first: how many of each label have that very chance. */
function eachChance(
  { order, chances, labels }: Ranked,
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

/** The chance that a case of label 1 was given a higher chance than one of label 0, ties counted half; NaN with a single label. */
export function areaUnderCurve(cases: Ranked, weights?: Float64Array): number {
  let [above, right, wrong] = [0, 0, 0];
  eachChance(cases, weights, (positives, negatives) => {
    right += negatives * (above + positives / 2);
    above += positives;
    wrong += negatives;
  });
  return right / (above * wrong);
}

/** The mean precision over the cases of label 1, ties sharing theirs; NaN without one. */
export function averagePrecision(cases: Ranked, weights?: Float64Array): number {
  let [above, seen, sum] = [0, 0, 0];
  eachChance(cases, weights, (positives, negatives) => {
    above += positives;
    seen += positives + negatives;
    if (positives > 0) sum += (positives * above) / seen;
  });
  return sum / above;
}

/** The mean squared distance between chance and outcome. */
export function brierScore({ chances, labels }: Judged, weights?: Float64Array): number {
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

const reliabilityBins = 10;

/** Ten bins of about as many cases each, by chance; equal chances stay together. */
export function reliability({ order, chances, labels }: Ranked): ReliabilityBin[] {
  const bins: ReliabilityBin[] = [];
  let [from, at] = [0, order.length - 1];
  let [sum, positives] = [0, 0];
  for (; at >= 0; at--) {
    const row = order[at] as number;
    sum += chances[row] as number;
    positives += labels[row] as number;
    const seen = order.length - at;
    const isFull = seen >= ((bins.length + 1) * order.length) / reliabilityBins;
    const next = at > 0 ? chances[order[at - 1] as number] : undefined;
    if (next !== undefined && (!isFull || next === chances[row])) continue;
    const cases = seen - from;
    bins.push({ cases, meanChance: sum / cases, observed: positives / cases });
    [from, sum, positives] = [seen, 0, 0];
  }
  return bins;
}

/** How far the mean chance of a bin lies from what came true in it, on average over the cases. */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { cases }) => sum + cases, 0);
  return bins.reduce((sum, { cases, meanChance, observed }) => sum + cases * Math.abs(meanChance - observed), 0) / total;
}

/** Cases of label 1 among the `count` with the highest chance. */
export const foundAmong = ({ order, labels }: Ranked, count: number): number =>
  order.subarray(0, count).reduce((sum, row) => sum + (labels[row] as number), 0);

const resamples = 200;

/**
 * Intervals of some figures by drawing whole groups of cases with replacement: cases of one group, such as the weeks of one customer,
 * are not independent of each other. The same seed draws the same groups.
 */
export function bootstrapped<Name extends string>(
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
    const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
    return { low: at(0.025), high: at(0.975) };
  };
}
