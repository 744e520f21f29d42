import { capitalize } from '#shared/core/words.ts';
import { type PlaybookFields, playbookFieldsSchema } from '#shared/playbooks/playbooks.ts';
import { findFallThroughs, stepProblems } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import type { StepKind } from '#shared/playbooks/words.ts';

/**
 * Playbook that is being edited. A missing choice is an empty string, and a missing number is
 * `NaN`.
 */
export type PlaybookDraft = PlaybookFields;

export const createEmptyPlaybookDraft = (): PlaybookDraft => ({
  name: '',
  ruleId: null,
  conditions: '',
  againDays: 30,
  fallbackId: '',
  exit: '',
  steps: [createPlaybookStep('task')],
});

export function createPlaybookStep(kind: StepKind): PlaybookStep {
  const common = { stepId: crypto.randomUUID(), next: 'following' } as const;
  const work = {
    title: '',
    details: '',
    assigneeId: null,
    due: { days: 2, unit: 'working' },
  } as const;
  switch (kind) {
    case 'task':
      return { kind, ...common, ...work, waits: true };
    case 'wait':
      return { kind, ...common, delay: { days: 7, unit: 'calendar' } };
    case 'checkpoint':
      return { kind, ...common, ...work, until: '' };
    case 'branch':
      return { kind, ...common, conditions: '', otherwise: 'end' };
  }
}

/**
 * Returns errors about links between steps by field path, such as 'steps.2.next'. They are shown
 * while the user edits.
 */
export const findStepLinkErrors = ({ steps }: PlaybookDraft): Record<string, string> =>
  Object.fromEntries(
    [...findFallThroughs(steps), ...stepProblems(steps)].map(({ at, field, message }) => [
      `steps.${at}.${field}`,
      message,
    ]),
  );

/** Returns the first error of each invalid field, by field path. */
export function validatePlaybookDraft(draft: PlaybookDraft): Record<string, string> {
  const errors = findStepLinkErrors(draft);
  for (const { path, message } of playbookFieldsSchema.safeParse(draft).error?.issues ?? [])
    errors[path.join('.')] ??= `${capitalize(message)}.`;
  return errors;
}
