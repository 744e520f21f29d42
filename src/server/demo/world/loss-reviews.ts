import type { SeededRandom } from '#server/core/seeded-random.ts';
import type { LossReviewInput } from '#shared/churn/losses/review.ts';
import type { DemoTableRow } from './rows.ts';

type Missed = LossReviewInput['missed'];

/**
 * Signals that reviewers believe they missed, by the reason of the loss. Only some of these signals
 * really predict churn.
 */
const missedSignals: Record<string, readonly Missed[]> = {
  'Low use': [
    { feature: 'useRatio', comparison: 'at_most', value: 0.7 },
    { feature: 'messagesRatio', comparison: 'at_most', value: 0.5 },
    { feature: 'unusedProducts', comparison: 'at_least', value: 3 },
  ],
  Competitor: [
    { feature: 'bookingsRatio', comparison: 'at_most', value: 0.7 },
    { feature: 'weeksDeclining', comparison: 'at_least', value: 4 },
  ],
  'Support or implementation': [
    { feature: 'urgentTickets', comparison: 'at_least', value: 2 },
    { feature: 'tickets', comparison: 'at_least', value: 3 },
  ],
  'Product gap': [{ feature: 'tickets', comparison: 'at_least', value: 3 }],
  'Champion or owner left': [
    { feature: 'daysSinceOwnershipChange', comparison: 'at_most', value: 60 },
  ],
  'EHR switch': [{ feature: 'weeksSilent', comparison: 'at_least', value: 2 }],
};
const otherwise: readonly Missed[] = [
  { feature: 'scoreChange', comparison: 'at_most', value: -8 },
  { feature: 'weeksAtRisk', comparison: 'at_least', value: 6 },
];

const didWell = [
  'We called within a day of the notice.',
  'The quarterly reviews were held.',
  'Tickets were answered the same day.',
  '',
];
const signalsSeen = [
  'The score fell, and we put it down to the season.',
  'The office manager answered less often.',
  '',
];
const changes = [
  'Call as soon as the score falls two weeks in a row.',
  'Meet the owner once a year, not only the office manager.',
  '',
];
const learning = [
  'Departing staff should hand over their tasks inside the product.',
  'The first month needs a check of every product.',
  '',
];

export function createLossReviewRow(
  random: SeededRandom,
  reason: string,
): Omit<DemoTableRow<'churn_retro'>, 'institution_id' | 'loss_id' | 'done_by' | 'done_at'> {
  const { feature, comparison, value } = random.pick(missedSignals[reason] ?? otherwise);
  return {
    did_well: random.pick(didWell),
    signals_seen: random.pick(signalsSeen),
    missed_feature: feature,
    missed_comparison: comparison,
    missed_value: value,
    changes: random.pick(changes),
    learning: random.pick(learning),
  };
}
