import type { HiddenReason } from '../predictions/list.ts';
import { staleAfterHours } from '../predictions/tiers.ts';

/** Why there are no tiers, and what helps. */
export const hiddenWords: Record<HiddenReason, { title: string; text: string }> = {
  no_predictions: {
    title: 'No predictions yet',
    text: 'The pipeline makes them daily at 4, 5 and 6 AM, once official weeks are closed and losses are known. After the first start it runs at once, which takes a minute or two; they appear here by themselves.',
  },
  stale: {
    title: 'The predictions are too old',
    text: `They are older than ${staleAfterHours} hours, so no tiers are shown. The monitoring page says which step failed.`,
  },
  no_model: {
    title: 'There is no model',
    text: 'There are too few known losses to learn from.',
  },
  chance: {
    title: 'The model is not better than chance',
    text: 'On weeks that it had not seen, the interval of its ranking (AUC) contains 0.5, so no tiers are shown.',
  },
  not_better: {
    title: 'The model does not beat the rule',
    text: 'On weeks that it had not seen, it ranks no better than the plain rule “score below 50”, so no tiers are shown. Use the at-risk list.',
  },
};
