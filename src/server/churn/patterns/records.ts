import { mapFeatureValuesByKey } from '#shared/churn/patterns/features.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import { findPatterns } from '#shared/churn/patterns/patterns.ts';
import type { PatternLossCounts } from '#shared/churn/quality/quality.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { predictionHorizonDays } from './horizon.ts';

/**
 * A pattern that is absent for more than this number of days counts as a new appearance when it
 * returns.
 */
const episodeGapDays = 28;

/**
 * Counts how often each pattern appeared in customers, and how often a notice followed within 60
 * days. Rows must be added in ascending order of days. Ignores rows whose outcome is not known by
 * `today`.
 */
export function createPatternCounter(today: Day) {
  const lastSeen = new Map<string, Day>();
  const counts = new Map(
    patternKeys.map((pattern) => [pattern, { pattern, customers: 0, left: 0 }]),
  );
  return {
    see({
      institutionId,
      day,
      known,
      noticeInDays,
    }: {
      institutionId: number;
      day: Day;
      known: readonly (number | null)[];
      noticeInDays: number | null;
    }) {
      if (daysBetween(day, today) < predictionHorizonDays) return;
      for (const pattern of findPatterns(mapFeatureValuesByKey(known))) {
        const key = `${pattern} ${institutionId}`;
        const before = lastSeen.get(key);
        lastSeen.set(key, day);
        const count = counts.get(pattern);
        if (
          count === undefined ||
          (before !== undefined && daysBetween(before, day) <= episodeGapDays)
        )
          continue;
        count.customers += 1;
        if (noticeInDays !== null && noticeInDays < predictionHorizonDays) count.left += 1;
      }
    },
    records: (): PatternLossCounts[] => [...counts.values()],
  };
}

/**
 * Returns the patterns that tiers ignore: muted patterns, and patterns too rare to estimate how
 * often a notice follows.
 */
export const selectPatternsIgnoredByTiers = (
  muted: ReadonlySet<string>,
  records: readonly PatternLossCounts[],
): Set<string> =>
  new Set([
    ...muted,
    ...records
      .filter(({ customers }) => customers < minimumGroupSize)
      .map(({ pattern }) => pattern),
  ]);
