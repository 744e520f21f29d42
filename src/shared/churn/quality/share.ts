import { smallestGroup } from '#shared/core/group-size.ts';
import type { Part } from './quality.ts';

const normal = 1.959963984540054;

/** Wilson's interval of 95% of a share. */
export function wilsonInterval(hits: number, of: number): { low: number; high: number } {
  const square = normal ** 2;
  const share = hits / of;
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const half = (normal / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

const percent = (share: number) => `${Math.round(share * 100)}`;

/** '22 of 60: 37% (26–49%)'; of too few only the counts. */
export function partText({ of, hits }: Part): string {
  const counts = `${hits.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`;
  if (of < smallestGroup) return counts;
  const { low, high } = wilsonInterval(hits, of);
  return `${counts}: ${percent(hits / of)}% (${percent(low)}–${percent(high)}%)`;
}
