import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';

/** Returns an id that is made from a word. */
export const createIdFromWord = (word: string): string =>
  `00000000-0000-4000-8000-${[...word]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .slice(0, 12)
    .padStart(12, '0')}`;

export const createTaskStep = (
  word: string,
  part: Partial<Extract<PlaybookStep, { kind: 'task' }>> = {},
): PlaybookStep => ({
  kind: 'task',
  stepId: createIdFromWord(word),
  next: 'following',
  title: word,
  details: '',
  assigneeId: null,
  due: { days: 2, unit: 'working' },
  waits: true,
  ...part,
});

export const createWaitStep = (word: string, days: number): PlaybookStep => ({
  kind: 'wait',
  stepId: createIdFromWord(word),
  next: 'following',
  delay: { days, unit: 'calendar' },
});

export const createBranchStep = (
  word: string,
  part: Partial<Extract<PlaybookStep, { kind: 'branch' }>>,
): PlaybookStep => ({
  kind: 'branch',
  stepId: createIdFromWord(word),
  next: 'following',
  otherwise: 'end',
  conditions: 'f.institutionName=Customer',
  ...part,
});

export const createCheckpointStep = (
  word: string,
  part: Partial<Extract<PlaybookStep, { kind: 'checkpoint' }>> = {},
): PlaybookStep => ({
  kind: 'checkpoint',
  stepId: createIdFromWord(word),
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
  steps: [createTaskStep('Call')],
  ...part,
});
