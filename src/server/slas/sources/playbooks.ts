import { findInstantOnDay } from '#shared/work/working-time-rules.ts';
import { type DueStep, findDueSteps } from './playbooks-queries.ts';
import type { SlaClockSource, SlaSourceInput, UnevaluatedClock } from './source.ts';

const endings = {
  done: 'Task done',
  held: 'Condition met',
  dropped: 'Task canceled',
  ended: 'Run ended',
} as const;

/**
 * Returns the clocks of due playbook steps. A clock is dropped when its task is canceled or its run
 * ends.
 */
export const readPlaybookClocks: SlaClockSource = async (facts) =>
  (await findDueSteps(facts)).flatMap((step) => clockOf(step, facts));

function clockOf(step: DueStep, { timeZone, workedSince }: SlaSourceInput): UnevaluatedClock[] {
  const { institutionId, endedAt, outcome } = step;
  const began = findInstantOnDay(timeZone, step.dueOn, 0);
  const isDone = outcome === 'done' || outcome === 'held';
  const isDroppedBefore = endedAt !== null && endedAt <= began && !isDone;
  if (began < workedSince || isDroppedBefore) return [];
  return [
    {
      key: `playbook_step:${institutionId}:${step.taskId}`,
      kind: 'playbook_step',
      institutionId,
      institutionName: step.institutionName,
      subject: `${step.playbookName}: ${step.title}`,
      ticketId: null,
      priority: null,
      ownerName: step.assigneeName,
      assigneeId: step.assigneeId,
      began,
      ended: endedAt !== null && endedAt < began ? began : endedAt,
      outcome: outcome === null ? null : isDone ? 'done' : 'dropped',
      endedBy: outcome === null ? null : endings[outcome],
      pauses: [],
    },
  ];
}
