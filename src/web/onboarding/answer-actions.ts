import { lazy } from 'react';
import type { AnswerActionComponents } from '#web/ui/list/row-actions.ts';

const AnswerOnboardings = lazy(async () => ({
  default: (await import('./AnswerOnboardingActions.tsx')).AnswerOnboardingActions,
}));

export const answerActionComponents: AnswerActionComponents = {
  'onboarding-current': AnswerOnboardings,
  'onboarding-ended': AnswerOnboardings,
  'onboarding-all': AnswerOnboardings,
};
