import { lazy } from 'react';
import type { AnswerActionComponents } from '#web/ui/list/row-actions.ts';

export const answerActionComponents: AnswerActionComponents = {
  'action-items': lazy(async () => ({
    default: (await import('./AnswerActionItemActions.tsx')).AnswerActionItemActions,
  })),
};
