import { capitalized } from '#shared/core/words.ts';
import { causeWords as ownCauses } from '#shared/health/rules.ts';
import type { AverageCauseKey } from '#shared/portfolio/comparison.ts';

/** Labels of the causes of a change in the average score. */
export const causeWords: Record<AverageCauseKey, string> = {
  usage: capitalized(ownCauses.usage),
  peers: capitalized(ownCauses.peers),
  entitlements: capitalized(ownCauses.entitlements),
  locations: capitalized(ownCauses.locations),
  customersIn: 'New customers',
  becameMeasurable: 'Became measurable',
  customersOut: 'Lost customers',
  becameUnmeasurable: 'Became unmeasurable',
};
