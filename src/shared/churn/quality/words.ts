import type { TiersHiddenReason } from '../predictions/list.ts';
import { predictionsStaleAfterHours } from '../predictions/tiers.ts';

/** Messages that explain why tiers are hidden. */
export const tiersHiddenTexts: Record<TiersHiddenReason, { title: string; text: string }> = {
  no_predictions: {
    title: 'No predictions yet',
    text: 'The pipeline makes predictions daily between 4 and 6 AM, once there are official weeks and recorded losses. After the first start, the pipeline runs immediately and takes a minute or two. This page updates automatically.',
  },
  stale: {
    title: 'Predictions are out of date',
    text: `Predictions are older than ${predictionsStaleAfterHours} hours, so no tiers are shown. The monitoring page shows which step failed.`,
  },
  no_model: {
    title: 'No model yet',
    text: 'There are too few recorded losses to train a model. Add or import losses.',
  },
  chance: {
    title: 'The model is not better than chance',
    text: 'On weeks outside the model’s training data, the interval of its ranking (AUC) includes 0.5, so no tiers are shown.',
  },
  not_better: {
    title: 'The model does not beat the baseline rule',
    text: 'On weeks outside its training data, the model ranks no better than the baseline rule “score below 50”, so no tiers are shown. Use the at-risk list instead.',
  },
};
