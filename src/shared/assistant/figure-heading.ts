import type { SentPlan } from './plan.ts';

/** Names of statistics in readings and headings. */
export const statisticWords = {
  sum: 'Total',
  mean: 'Average',
  median: 'Median',
  highest: 'Highest',
  lowest: 'Lowest',
} as const;

/** Returns the heading of the groups' figures; `null` when the figures are numbers of rows. */
export function figureHeading({ aggregate: { kind } }: Pick<SentPlan, 'aggregate'>): string | null {
  if (kind === 'count' || kind === 'rows') return null;
  return kind === 'share' ? 'Share' : statisticWords[kind];
}
