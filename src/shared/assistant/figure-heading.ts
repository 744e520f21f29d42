import type { SentPlan } from './plan.ts';

/** Headings of a column with the figures of groups. */
const figureHeadings = {
  share: 'Share',
  sum: 'Total',
  mean: 'Average',
  median: 'Median',
  highest: 'Highest',
  lowest: 'Lowest',
} as const;

/** Returns the heading of the groups' figures; `null` when the figures are numbers of rows. */
export function figureHeading({ aggregate }: Pick<SentPlan, 'aggregate'>): string | null {
  return aggregate.kind === 'count' || aggregate.kind === 'rows'
    ? null
    : figureHeadings[aggregate.kind];
}
