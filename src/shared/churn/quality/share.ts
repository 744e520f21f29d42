import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import { numberText, shareRangeText, shareText } from '#shared/core/words.ts';
import type { HitsOfTotal } from './quality.ts';

/**
 * Formats a count with share and interval: '22 of 60: 37% (26–49%)'. Omits share and interval when
 * the total is too small.
 */
export function proportionText({ of, hits }: HitsOfTotal): string {
  return `${numberText(hits)} ${totalWithShareText({ of, hits })}`;
}

/** Formats a total with share and interval: 'of 60: 83% (72–91%)'. */
export function totalWithShareText({ of, hits }: HitsOfTotal): string {
  const counts = `of ${numberText(of)}`;
  const interval = of < minimumGroupSize ? undefined : wilsonInterval(hits, of, defaultConfidence);
  if (interval === undefined) return counts;
  return `${counts}: ${shareText(hits / of)} (${shareRangeText(interval)})`;
}
