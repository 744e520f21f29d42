import { capitalize } from '#shared/core/words.ts';
import { scoreChangeCauseTexts as ownCauses } from '#shared/health/rules.ts';
import type { AverageCauseKey } from '#shared/portfolio/comparison.ts';

/** Labels of the causes of a change in the average score. */
export const averageScoreCauseLabels: Record<AverageCauseKey, string> = {
  usage: capitalize(ownCauses.usage),
  peers: capitalize(ownCauses.peers),
  entitlements: capitalize(ownCauses.entitlements),
  locations: capitalize(ownCauses.locations),
  customersIn: 'New customers',
  becameMeasurable: 'Became measurable',
  customersOut: 'Lost customers',
  becameUnmeasurable: 'Became unmeasurable',
};
