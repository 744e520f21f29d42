export const runStates = ['active', 'completed', 'exited', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

export const stateWords: Record<RunState, string> = {
  active: 'Active',
  completed: 'Completed',
  exited: 'Exited early',
  stopped: 'Stopped',
};

export const stepKinds = ['task', 'wait', 'checkpoint', 'branch'] as const;
export type StepKind = (typeof stepKinds)[number];

export const kindWords: Record<StepKind, { name: string; does: string }> = {
  task: { name: 'Task', does: 'Assigns a task.' },
  wait: { name: 'Wait', does: 'Waits for some days.' },
  checkpoint: { name: 'Checkpoint', does: 'Waits until somebody ticks it or the customer meets its conditions.' },
  branch: { name: 'Branch', does: 'Goes one way if the customer meets its conditions, and another if not.' },
};

export const delayUnits = ['working', 'calendar'] as const;
export type DelayUnit = (typeof delayUnits)[number];
export const unitWords: Record<DelayUnit, string> = { working: 'working days', calendar: 'calendar days' };

/** What became of a step. */
export const stepOutcomes = ['done', 'dropped', 'waited', 'held', 'yes', 'no', 'ended'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];
export const outcomeWords: Record<StepOutcome, string> = {
  done: 'Done',
  dropped: 'Dropped',
  waited: 'The days have passed',
  held: 'The customer fits the conditions',
  yes: 'Fits the conditions',
  no: 'Does not fit the conditions',
  ended: 'Ended with the run',
};
