import { lazy } from 'react';
import type { AnswerActionComponents } from '#web/ui/list/row-actions.ts';

export const answerActionComponents: AnswerActionComponents = {
  'sla-clocks': lazy(async () => ({
    default: (await import('./AnswerClockActions.tsx')).AnswerClockActions,
  })),
};
