import { lazy } from 'react';
import type { AnswerActionComponents } from '#web/ui/list/row-actions.ts';

export const answerActionComponents: AnswerActionComponents = {
  'playbook-runs': lazy(async () => ({
    default: (await import('./AnswerRunActions.tsx')).AnswerRunActions,
  })),
};
