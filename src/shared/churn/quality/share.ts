import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import { numberText, shareRange, shareText } from '#shared/core/words.ts';
import type { Proportion } from './quality.ts';

/**
 * Formats a count with share and interval: '22 of 60: 37% (26–49%)'. Omits share and interval when
 * the total is too small.
 */
export function proportionText({ of, hits }: Proportion): string {
  return `${numberText(hits)} ${totalText({ of, hits })}`;
}

/** Formats a total with share and interval: 'of 60: 83% (72–91%)'. */
export function totalText({ of, hits }: Proportion): string {
  const counts = `of ${numberText(of)}`;
  const interval = of < smallestGroup ? undefined : wilson(hits, of, defaultConfidence);
  if (interval === undefined) return counts;
  return `${counts}: ${shareText(hits / of)} (${shareRange(interval)})`;
}
