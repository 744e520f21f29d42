import type { Day } from '#shared/dates.ts';

/** A calendar day as people write it: 'Nov 14, 2026'. */
export const dayInWords = (day: Day): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** A change with its sign and unit, such as '−3.1 points'; one too small to show is '±0.0 points'. */
export function signedPoints(change: number): string {
  const size = Math.abs(change).toFixed(1);
  return `${Number(size) === 0 ? '±' : change < 0 ? '−' : '+'}${size} points`;
}

/** A percentage with its sign, such as '−31%'. */
export function signedPercent(percent: number): string {
  const size = Math.round(Math.abs(percent));
  return `${size === 0 ? '±' : percent < 0 ? '−' : '+'}${size}%`;
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
