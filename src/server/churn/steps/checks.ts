import type { PipelineCheck } from '#shared/churn/pipeline/pipeline-runs.ts';
import { median } from '#shared/core/numbers/median.ts';

/**
 * Number of earlier runs whose median is the typical value. With fewer than `fewestRuns` runs,
 * there is no typical value.
 */
export const maxComparedRuns = 7;
const fewestRuns = 3;
/**
 * Limits for deviations from the typical count, as fractions of it. When a count deviates by more
 * than `look`, a user should check it. When a required count drops by more than `stop`, the
 * pipeline stops.
 */
const limits = { look: 0.3, stop: 0.7 };
/** Typical count below which deviations are ignored, because they may be random. */
const smallestCount = 20;
/** Maximum rise of a share above the median of earlier runs. Shares are from 0 to 1. */
const shareLimit = 0.1;

/**
 * Limits of the population stability index. Below `minor`, there is no drift; above `major`, the
 * drift is major.
 */
export const driftLimits = { minor: 0.1, major: 0.25 };

const usualOf = (before: readonly number[]): number | null =>
  before.length < fewestRuns ? null : median(before);

/**
 * Compares a count with the median of earlier runs. A required count of 0 always stops the
 * pipeline.
 */
export function checkCountAgainstUsual(
  key: string,
  name: string,
  value: number,
  before: readonly number[],
  isNeeded: boolean,
): PipelineCheck {
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

/**
 * Compares a share, such as the share of late connections, with the median of earlier runs. Only a
 * rise is reported; a fall is good.
 */
export function checkShareAgainstUsual(
  key: string,
  name: string,
  part: number,
  whole: number,
  before: readonly number[],
): PipelineCheck {
  const value = whole === 0 ? 0 : part / whole;
  const usual = usualOf(before);
  return {
    key,
    name,
    value,
    unit: 'share',
    usual,
    verdict: usual !== null && value > usual + shareLimit ? 'look' : 'good',
  };
}

/**
 * Distribution of a feature in the training data: the upper ends of its bins, and the shares of the
 * bins and of unknown values.
 */
export interface FeatureBins {
  ends: number[];
  shares: number[];
}

/** Returns ten bins of similar size and a bin for unknown values. */
export function computeFeatureBins(values: readonly (number | null)[]): FeatureBins {
  const known = Float64Array.from(values.filter((value) => value !== null)).sort();
  const ends = [
    ...new Set(
      Array.from({ length: 9 }, (_, at) => known[Math.floor(((at + 1) * known.length) / 10)] ?? 0),
    ),
  ];
  return { ends, shares: binShares(values, ends) };
}

export function binShares(values: readonly (number | null)[], ends: readonly number[]): number[] {
  const counts = Array.from({ length: ends.length + 2 }, () => 0);
  for (const value of values) {
    const bin = value === null ? ends.length + 1 : ends.findIndex((end) => value < end);
    const at = bin === -1 ? ends.length : bin;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count) => count / Math.max(1, values.length));
}

/**
 * Returns the population stability index Σ (actual − expected) · ln(actual / expected). An empty
 * bin counts as 0.0001.
 */
export function populationStabilityIndex(
  expected: readonly number[],
  actual: readonly number[],
): number {
  const least = 1e-4;
  return expected.reduce((sum, share, at) => {
    const [before, now] = [Math.max(least, share), Math.max(least, actual[at] ?? 0)];
    return sum + (now - before) * Math.log(now / before);
  }, 0);
}

export function checkFeatureDrift(
  key: string,
  name: string,
  values: readonly (number | null)[],
  { ends, shares }: FeatureBins,
): PipelineCheck {
  const value = populationStabilityIndex(shares, binShares(values, ends));
  return {
    key: `drift:${key}`,
    name,
    value,
    unit: 'psi',
    usual: driftLimits.minor,
    verdict: value > driftLimits.major ? 'look' : 'good',
  };
}
