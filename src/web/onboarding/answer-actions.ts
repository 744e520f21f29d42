import { lazy } from 'react';
import type { AnswerActions } from '#web/ui/list/row-actions.ts';

const AnswerOnboardings = lazy(async () => ({
  default: (await import('./AnswerOnboardings.tsx')).AnswerOnboardings,
}));

export const answerActions: AnswerActions = {
  'onboarding-current': AnswerOnboardings,
  'onboarding-ended': AnswerOnboardings,
  'onboarding-all': AnswerOnboardings,
};
