import { lazy } from 'react';
import type { AnswerActions } from '#web/ui/list/row-actions.ts';

export const answerActions: AnswerActions = {
  'sla-clocks': lazy(async () => ({
    default: (await import('./AnswerClocks.tsx')).AnswerClocks,
  })),
};
