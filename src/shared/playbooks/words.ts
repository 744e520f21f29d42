export const runStates = ['active', 'completed', 'exited', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

export const runStateLabels: Record<RunState, string> = {
  active: 'Active',
  completed: 'Completed',
  exited: 'Exited early',
  stopped: 'Stopped',
};

export const stepKinds = ['task', 'wait', 'checkpoint', 'branch'] as const;
export type StepKind = (typeof stepKinds)[number];

export const stepKindTexts: Record<StepKind, { name: string; does: string }> = {
  task: { name: 'Task', does: 'Assigns a task.' },
  wait: { name: 'Wait', does: 'Waits a number of days.' },
  checkpoint: {
    name: 'Checkpoint',
    does: 'Waits until a user marks the step as done, or until the customer matches the step’s conditions.',
  },
  branch: {
    name: 'Branch',
    does: 'Continues with one step if the customer matches the branch’s conditions, otherwise with another step.',
  },
};

export const delayDayKinds = ['working', 'calendar'] as const;
export type DelayDayKind = (typeof delayDayKinds)[number];
export const delayDayKindLabels: Record<DelayDayKind, string> = {
  working: 'working days',
  calendar: 'calendar days',
};

/** Outcomes of a step. */
export const stepOutcomes = ['done', 'dropped', 'waited', 'held', 'yes', 'no', 'ended'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];
export const stepOutcomeLabels: Record<StepOutcome, string> = {
  done: 'Done',
  dropped: 'Canceled',
  waited: 'Wait ended',
  held: 'Customer matches the conditions',
  yes: 'Matches the conditions',
  no: 'Doesn’t match the conditions',
  ended: 'Ended with the run',
};
