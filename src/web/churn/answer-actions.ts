import { lazy } from 'react';
import type { AnswerActionComponents } from '#web/ui/list/row-actions.ts';

const AnswerPredictions = lazy(async () => ({
  default: (await import('./predictions/AnswerPredictionActions.tsx')).AnswerPredictionActions,
}));

export const answerActionComponents: AnswerActionComponents = {
  'predictions-open': AnswerPredictions,
  'predictions-accepted': AnswerPredictions,
  'predictions-snoozed': AnswerPredictions,
  'predictions-rejected': AnswerPredictions,
};
