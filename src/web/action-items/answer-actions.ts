import { lazy } from 'react';
import type { AnswerActions } from '#web/ui/list/row-actions.ts';

export const answerActions: AnswerActions = {
  'action-items': lazy(async () => ({
    default: (await import('./AnswerActionItems.tsx')).AnswerActionItems,
  })),
};
