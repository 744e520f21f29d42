import type { AverageCause } from '#shared/portfolio/comparison.ts';

/** What moves an average score, in the words of the page. */
export const causeWords: Record<AverageCause, string> = {
  usage: 'Own usage',
  peers: 'Peers',
  entitlements: 'Entitlements',
  locations: 'Locations',
  customersIn: 'New customers',
  becameMeasurable: 'Became measurable',
  customersOut: 'Customers that left',
  becameUnmeasurable: 'Became unmeasurable',
};
