import type { HiddenReason } from '../predictions/list.ts';
import { staleAfterHours } from '../predictions/tiers.ts';

/** Explanations for hidden tiers. */
export const hiddenWords: Record<HiddenReason, { title: string; text: string }> = {
  no_predictions: {
    title: 'No predictions yet',
    text: 'The pipeline makes predictions daily at 4, 5 and 6 AM, once official weeks are closed and losses are known. After the first start it runs immediately, which takes a minute or two. This page updates automatically.',
  },
  stale: {
    title: 'Predictions are out of date',
    text: `Predictions are older than ${staleAfterHours} hours, so no tiers are shown. See the monitoring page for the step that failed.`,
  },
  no_model: {
    title: 'No model yet',
    text: 'There are too few known losses to train a model.',
  },
  chance: {
    title: 'The model is not better than chance',
    text: 'On weeks outside its training data, the interval of its ranking (AUC) includes 0.5, so no tiers are shown.',
  },
  not_better: {
    title: 'The model does not beat the rule',
    text: 'On weeks outside its training data, it ranks no better than the simple rule “score below 50”, so no tiers are shown. Use the at-risk list instead.',
  },
};
