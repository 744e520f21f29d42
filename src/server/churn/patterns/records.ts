import { knownFeatures } from '#shared/churn/patterns/features.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import { patternsIn } from '#shared/churn/patterns/patterns.ts';
import type { PatternRecord } from '#shared/churn/quality/quality.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { horizonDays } from '../predictions/horizon.ts';

/** A pattern that was away for so long comes anew. */
const episodeGapDays = 28;

/**
 * Counts how each pattern did: the customers that it came to, each time it came, and how many of them gave notice within 60 days of
 * that. To be shown rows of rising days; those whose outcome is not known by `today` count nothing.
 */
export function countPatterns(today: Day) {
  const lastSeen = new Map<string, Day>();
  const counts = new Map(patternKeys.map((pattern) => [pattern, { pattern, customers: 0, left: 0 }]));
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
      if (daysBetween(day, today) < horizonDays) return;
      for (const pattern of patternsIn(knownFeatures(known))) {
        const key = `${pattern} ${institutionId}`;
        const before = lastSeen.get(key);
        lastSeen.set(key, day);
        const count = counts.get(pattern);
        if (count === undefined || (before !== undefined && daysBetween(before, day) <= episodeGapDays)) continue;
        count.customers += 1;
        if (noticeInDays !== null && noticeInDays < horizonDays) count.left += 1;
      }
    },
    records: (): PatternRecord[] => [...counts.values()],
  };
}

/** Patterns that count for no tier: those that somebody muted, and those that came too rarely for anybody to know how often they come true. */
export const silentPatterns = (muted: ReadonlySet<string>, records: readonly PatternRecord[]): Set<string> =>
  new Set([...muted, ...records.filter(({ customers }) => customers < smallestGroup).map(({ pattern }) => pattern)]);
