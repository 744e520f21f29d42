import { lazy } from 'react';
import type { AnswerActions } from '#web/ui/list/row-actions.ts';

export const answerActions: AnswerActions = {
  'playbook-runs': lazy(async () => ({ default: (await import('./AnswerRuns.tsx')).AnswerRuns })),
};
