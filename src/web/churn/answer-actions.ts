import { lazy } from 'react';
import type { AnswerActions } from '#web/ui/list/row-actions.ts';

const AnswerPredictions = lazy(async () => ({
  default: (await import('./predictions/AnswerPredictions.tsx')).AnswerPredictions,
}));

export const answerActions: AnswerActions = {
  'predictions-open': AnswerPredictions,
  'predictions-accepted': AnswerPredictions,
  'predictions-snoozed': AnswerPredictions,
  'predictions-rejected': AnswerPredictions,
};
