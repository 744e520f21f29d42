import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import { type ChangeBand, minimumProofCustomers, type ProductProof, type ProofResult, proofConfidence } from '#shared/products/proof.ts';

const fourWeeks = 28;
const aYear = 364;

/**
 * The official weeks that close the two windows: the newest, and the one 52 weeks before, where the season cancels;
 * with less history the longest whole number of 28-day windows there is. Null when there are no two windows that do not overlap.
 */
export function comparedWeeks(officialWeeks: readonly Day[]): { before: Day; now: Day } | null {
  const now = officialWeeks.reduce<Day | undefined>((newest, week) => (newest === undefined || week > newest ? week : newest), undefined);
  if (now === undefined) return null;
  const closed = new Set(officialWeeks);
  for (let days = aYear; days >= fourWeeks; days -= fourWeeks) {
    const before = addDays(now, -days);
    if (closed.has(before)) return { before, now };
  }
  return null;
}

/** The 28 days that end with a week. */
export const windowOf = (week: Day) => ({ from: addDays(week, -21), to: weekEndOf(week) });

export function comparison({ before, now }: { before: Day; now: Day }): NonNullable<ProductProof['compared']> {
  return { before: windowOf(before), now: windowOf(now), weeksApart: (Date.parse(now) - Date.parse(before)) / (7 * 86_400_000) };
}

/**
 * The rank k, from 1, for which the k-th smallest and the k-th largest of n values enclose the median with at least the
 * asked confidence whatever the values' distribution, and that confidence exactly: 1 − 2·P(Binomial(n, ½) < k)
 * (David and Nagaraja, Order Statistics, 7.1). Null when even the smallest and the largest are not enough.
 */
export function medianRank(n: number, confidence = proofConfidence): { rank: number; confidence: number } | null {
  let logMass = -n * Math.LN2;
  let below = Math.exp(logMass);
  let found: { rank: number; confidence: number } | null = null;
  for (let k = 1; k <= n / 2; k++) {
    const covered = 1 - 2 * below;
    if (covered < confidence) break;
    found = { rank: k, confidence: covered };
    logMass += Math.log((n - k + 1) / k);
    below += Math.exp(logMass);
  }
  return found;
}

const bandEdges = [-80, -60, -40, -20, 0, 20, 40, 60, 80, 100] as const;

/** How many changes lie in each band of 20 points, below −80 % and from 100 % on being the last ones. */
export function changeBands(changes: readonly number[]): ChangeBand[] {
  return [null, ...bandEdges].map((from, index) => {
    const to = bandEdges[index] ?? null;
    return { from, to, customers: changes.filter((change) => (from === null || change >= from) && (to === null || change < to)).length };
  });
}

/** The median of the sorted changes and its interval; null under the fewest customers that are shown. */
export function proofResult(sortedChanges: readonly number[], medians: { before: number | null; now: number | null }): ProofResult | null {
  const n = sortedChanges.length;
  const rank = medianRank(n);
  if (n < minimumProofCustomers || rank === null || medians.before === null || medians.now === null) return null;
  const at = (position: number): number => sortedChanges[position - 1] ?? Number.NaN;
  return {
    medianChange: (at(Math.floor((n + 1) / 2)) + at(Math.ceil((n + 1) / 2))) / 2,
    interval: { low: at(rank.rank), high: at(n + 1 - rank.rank), confidence: rank.confidence },
    medianBefore: medians.before,
    medianNow: medians.now,
    bands: changeBands(sortedChanges),
  };
}
