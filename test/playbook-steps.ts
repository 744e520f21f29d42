import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';

/** Returns an id that is made from a word. */
export const wordId = (word: string): string =>
  `00000000-0000-4000-8000-${[...word]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .slice(0, 12)
    .padStart(12, '0')}`;

export const taskStep = (
  word: string,
  part: Partial<Extract<PlaybookStep, { kind: 'task' }>> = {},
): PlaybookStep => ({
  kind: 'task',
  stepId: wordId(word),
  next: 'following',
  title: word,
  details: '',
  assigneeId: null,
  due: { days: 2, unit: 'working' },
  waits: true,
  ...part,
});

export const waitStep = (word: string, days: number): PlaybookStep => ({
  kind: 'wait',
  stepId: wordId(word),
  next: 'following',
  delay: { days, unit: 'calendar' },
});

export const branchStep = (
  word: string,
  part: Partial<Extract<PlaybookStep, { kind: 'branch' }>>,
): PlaybookStep => ({
  kind: 'branch',
  stepId: wordId(word),
  next: 'following',
  otherwise: 'end',
  conditions: 'f.institutionName=Customer',
  ...part,
});

export const checkpointStep = (
  word: string,
  part: Partial<Extract<PlaybookStep, { kind: 'checkpoint' }>> = {},
): PlaybookStep => ({
  kind: 'checkpoint',
  stepId: wordId(word),
  next: 'following',
  title: word,
  details: '',
  assigneeId: null,
  due: { days: 5, unit: 'calendar' },
  until: '',
  ...part,
});

export const createPlaybookFields = (
  fallbackId: string,
  part: Partial<PlaybookFields> = {},
): PlaybookFields => ({
  name: 'Rescue',
  ruleId: null,
  conditions: '',
  againDays: 30,
  fallbackId,
  exit: '',
  steps: [taskStep('Call')],
  ...part,
});
