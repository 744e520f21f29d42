import type { PipelineCheck } from '#shared/churn/runs/pipeline-runs.ts';
import { median } from '#shared/core/numbers/median.ts';

/** Runs whose values tell what is usual, and how many of them are needed. */
export const runsCompared = 7;
const fewestRuns = 3;
/** A count within this share of the usual one is good; one that fell by more than the other stops the pipeline. */
const limits = { look: 0.3, stop: 0.7 };
/** Counts this small move by chance. */
const smallestCount = 20;
/** Points of a share. */
const shareLimit = 0.1;

/** The limits below which a drift (population stability index) is none, and above which it is major. */
export const driftLimits = { minor: 0.1, major: 0.25 };

const usualOf = (before: readonly number[]): number | null => (before.length < fewestRuns ? null : median(before));

/** Compares a count with the median of the runs before. Without any rows there is nothing to go on. */
export function countCheck(key: string, name: string, value: number, before: readonly number[], isNeeded: boolean): PipelineCheck {
  const usual = usualOf(before);
  const isComparable = usual !== null && usual >= smallestCount;
  const change = isComparable ? value - usual : 0;
  const isTooFew = isNeeded && (value === 0 || change < -limits.stop * (usual ?? 0));
  return {
    key,
    name,
    value,
    unit: 'rows',
    usual,
    verdict: isTooFew ? 'stop' : Math.abs(change) > limits.look * (usual ?? 0) ? 'look' : 'good',
  };
}

/** Compares a share, such as that of late feeds, with the median of the runs before; only a rise is worth a look. */
export function shareCheck(key: string, name: string, part: number, whole: number, before: readonly number[]): PipelineCheck {
  const value = whole === 0 ? 0 : part / whole;
  const usual = usualOf(before);
  return { key, name, value, unit: 'share', usual, verdict: usual !== null && value > usual + shareLimit ? 'look' : 'good' };
}

/** What a feature looked like when the model was trained: the upper ends of its ten bins, and the shares in them and of unknowns. */
export interface FeatureBins {
  ends: number[];
  shares: number[];
}

/** Ten bins of about as many values each, the last for what is not known. */
export function binsOf(values: readonly (number | null)[]): FeatureBins {
  const known = Float64Array.from(values.filter((value) => value !== null)).sort();
  const ends = [...new Set(Array.from({ length: 9 }, (_, at) => known[Math.floor(((at + 1) * known.length) / 10)] ?? 0))];
  return { ends, shares: sharesIn(values, ends) };
}

export function sharesIn(values: readonly (number | null)[], ends: readonly number[]): number[] {
  const counts = Array.from({ length: ends.length + 2 }, () => 0);
  for (const value of values) {
    const bin = value === null ? ends.length + 1 : ends.findIndex((end) => value < end);
    const at = bin === -1 ? ends.length : bin;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count) => count / Math.max(1, values.length));
}

/** Population stability index: Σ (actual − expected) · ln(actual / expected), with empty bins taken for a ten-thousandth. */
export function stabilityIndex(expected: readonly number[], actual: readonly number[]): number {
  const least = 1e-4;
  return expected.reduce((sum, share, at) => {
    const [before, now] = [Math.max(least, share), Math.max(least, actual[at] ?? 0)];
    return sum + (now - before) * Math.log(now / before);
  }, 0);
}

export function driftCheck(key: string, name: string, values: readonly (number | null)[], { ends, shares }: FeatureBins): PipelineCheck {
  const value = stabilityIndex(shares, sharesIn(values, ends));
  return { key: `drift:${key}`, name, value, unit: 'psi', usual: driftLimits.minor, verdict: value > driftLimits.major ? 'look' : 'good' };
}
