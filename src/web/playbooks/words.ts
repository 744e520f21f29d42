import { countText } from '#shared/core/words.ts';
import { parseList } from '#shared/list/address.ts';
import { filterText } from '#shared/list/filter-text.ts';
import { nextPlaybookStep, numberedStepName } from '#shared/playbooks/rules.ts';
import type {
  NextStepChoice,
  PlaybookStep,
  StepDelay,
  TaskOrCheckpointStep,
} from '#shared/playbooks/steps.ts';
import { delayDayKindLabels } from '#shared/playbooks/words.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';

/** Formats conditions: 'Tier: Critical, Open tickets at least 1'. */
export function conditionsText(conditions: string): string {
  const { state } = parseList(new URLSearchParams(conditions), institutionColumns);
  const filters = state.filters.flatMap((filter) => {
    const column = institutionColumns.find(({ key }) => key === filter.column);
    return column === undefined ? [] : [filterText(column, filter)];
  });
  return [...(state.search === '' ? [] : [`“${state.search}”`]), ...filters].join(', ');
}

export function stepDelayText({ days, unit }: StepDelay): string {
  const one = delayDayKindLabels[unit].replace(/s$/, '');
  return countText(days, one);
}

const whereText = (
  steps: readonly PlaybookStep[],
  step: PlaybookStep,
  next: NextStepChoice,
): string => {
  const to = nextPlaybookStep(steps, step, next);
  return to === undefined ? 'the end' : `“${numberedStepName(steps, to)}”`;
};

type NameOf = (personId: string) => string;

const workText = ({ assigneeId, due }: TaskOrCheckpointStep, nameOf: NameOf): string =>
  `For ${assigneeId === null ? 'the customer’s owner' : nameOf(assigneeId)}, due ${due.days === 0 ? 'on the day the step starts' : `after ${stepDelayText(due)}`}.`;

/** Describes in sentences what a step does and with which step the run continues. */
export function playbookStepText(
  steps: readonly PlaybookStep[],
  step: PlaybookStep,
  nameOf: NameOf,
): string {
  // The next step is not mentioned when it is the following step.
  const then = step.next === 'following' ? '' : ` Then ${whereText(steps, step, step.next)}.`;
  switch (step.kind) {
    case 'task':
      return `${workText(step, nameOf)} ${step.waits ? 'Waits until the task is closed.' : 'Continues immediately.'}${then}`;
    case 'wait':
      return `${stepDelayText(step.delay)}.${then}`;
    case 'checkpoint':
      return `${workText(step, nameOf)} Waits until the step is marked as done${step.until === '' ? '' : `, or until ${conditionsText(step.until)}`}.${then}`;
    case 'branch':
      return `If ${conditionsText(step.conditions)}: ${whereText(steps, step, step.next)}. Otherwise ${whereText(steps, step, step.otherwise)}.`;
  }
}
