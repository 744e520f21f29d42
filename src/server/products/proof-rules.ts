import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import {
  type MedianUsageChange,
  minimumProofCustomers,
  type ProductProof,
  proofConfidence,
  type UsageChangeBandCount,
} from '#shared/products/proof.ts';

const fourWeeks = 28;
const aYear = 364;

/**
 * Returns the last weeks of the two periods to compare: the newest official week and the week 52
 * weeks earlier, so that both are in the same season. If the earlier week is not official, tries
 * 48, 44 and so on down to 4 weeks earlier. Returns `null` when none of these weeks is official.
 */
export function chooseComparedWeeks(
  officialWeeks: readonly Day[],
): { before: Day; now: Day } | null {
  const now = officialWeeks.reduce<Day | undefined>(
    (newest, week) => (newest === undefined || week > newest ? week : newest),
    undefined,
  );
  if (now === undefined) return null;
  const closed = new Set(officialWeeks);
  for (let days = aYear; days >= fourWeeks; days -= fourWeeks) {
    const before = addDays(now, -days);
    if (closed.has(before)) return { before, now };
  }
  return null;
}

/** Returns the first and the last of the 28 days up to the end of `week`. */
export const usageWindowEndingWith = (week: Day) => ({
  from: addDays(week, -21),
  to: weekEndOf(week),
});

export function toComparedWindows({
  before,
  now,
}: {
  before: Day;
  now: Day;
}): NonNullable<ProductProof['compared']> {
  return {
    before: usageWindowEndingWith(before),
    now: usageWindowEndingWith(now),
    weeksApart: (Date.parse(now) - Date.parse(before)) / (7 * 86_400_000),
  };
}

/**
 * Returns the largest rank k for which the k-th smallest and the k-th largest of n values enclose
 * the median with at least `confidence`. This holds for any distribution. The exact confidence is 1
 * − 2·P(Binomial(n, ½) < k); see David and Nagaraja, Order Statistics, 7.1. Returns `null` when
 * even the smallest and the largest value do not suffice.
 */
export function medianConfidenceIntervalRank(
  n: number,
  confidence = proofConfidence,
): { rank: number; confidence: number } | null {
  let logMass = -n * Math.LN2;
  let below = Math.exp(logMass);
  let cached: { rank: number; confidence: number } | null = null;
  for (let k = 1; k <= n / 2; k++) {
    const covered = 1 - 2 * below;
    if (covered < confidence) break;
    cached = { rank: k, confidence: covered };
    logMass += Math.log((n - k + 1) / k);
    below += Math.exp(logMass);
  }
  return cached;
}

const bandEdges = [-80, -60, -40, -20, 0, 20, 40, 60, 80, 100] as const;

/**
 * Counts changes in bands of 20 percentage points. The first band is below −80%, the last from 100%
 * up.
 */
export function countChangesByBand(changes: readonly number[]): UsageChangeBandCount[] {
  return [null, ...bandEdges].map((from, index) => {
    const to = bandEdges[index] ?? null;
    return {
      from,
      to,
      customers: changes.filter(
        (change) => (from === null || change >= from) && (to === null || change < to),
      ).length,
    };
  });
}

/**
 * Returns the median of the sorted changes with its confidence interval; `null` for fewer than
 * `minimumProofCustomers` changes.
 */
export function medianChangeWithInterval(
  sortedChanges: readonly number[],
  medians: { before: number | null; now: number | null },
): MedianUsageChange | null {
  const n = sortedChanges.length;
  const rank = medianConfidenceIntervalRank(n);
  if (n < minimumProofCustomers || rank === null || medians.before === null || medians.now === null)
    return null;
  const at = (position: number): number => sortedChanges[position - 1] ?? Number.NaN;
  return {
    medianChange: (at(Math.floor((n + 1) / 2)) + at(Math.ceil((n + 1) / 2))) / 2,
    interval: { low: at(rank.rank), high: at(n + 1 - rank.rank), confidence: rank.confidence },
    medianBefore: medians.before,
    medianNow: medians.now,
    bands: countChangesByBand(sortedChanges),
  };
}
