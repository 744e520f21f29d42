import type { NextStepChoice, PlaybookStep } from './steps.ts';
import { stepKindTexts } from './words.ts';

/** Formats a step's number and name: '3. Call the office'. */
export function numberedStepName(steps: readonly PlaybookStep[], step: PlaybookStep): string {
  const named = step.kind === 'task' || step.kind === 'checkpoint' ? step.title.trim() : '';
  return `${steps.indexOf(step) + 1}. ${named === '' ? stepKindTexts[step.kind].name : named}`;
}

/** Returns the step to which `next` refers; `undefined` for the end of the run. */
export function nextPlaybookStep(
  steps: readonly PlaybookStep[],
  from: PlaybookStep,
  next: NextStepChoice,
): PlaybookStep | undefined {
  if (next === 'end') return undefined;
  return next === 'following'
    ? steps[steps.indexOf(from) + 1]
    : steps.find(({ stepId }) => stepId === next);
}

const waysOf = (step: PlaybookStep): NextStepChoice[] =>
  step.kind === 'branch' ? [step.next, step.otherwise] : [step.next];

export interface StepProblem {
  /** Zero-based index of the step. */
  at: number;
  field: 'stepId' | 'next' | 'otherwise';
  message: string;
}

/**
 * Validates a playbook's steps. Reports links to an earlier step (with which a run would never
 * end), links to missing steps, and steps that no run reaches. Returns an empty array when there
 * are none.
 */
export function stepProblems(steps: readonly PlaybookStep[]): StepProblem[] {
  const problems: StepProblem[] = [];
  const reached = new Set<PlaybookStep>(steps.slice(0, 1));
  for (const [at, step] of steps.entries()) {
    if (steps.findIndex(({ stepId }) => stepId === step.stepId) < at)
      problems.push({ at, field: 'stepId', message: 'Two steps have the same id.' });
    for (const [way, next] of waysOf(step).entries()) {
      const field = way === 0 ? 'next' : 'otherwise';
      const to = nextPlaybookStep(steps, step, next);
      if (to === undefined) {
        if (next !== 'end' && next !== 'following')
          problems.push({
            at,
            field,
            message: `“${numberedStepName(steps, step)}” continues with a step that no longer exists. Choose another step.`,
          });
      } else if (steps.indexOf(to) <= at)
        problems.push({
          at,
          field,
          message: `“${numberedStepName(steps, step)}” goes back to “${numberedStepName(steps, to)}”, so a run would never end. Choose a later step.`,
        });
      else if (reached.has(step)) reached.add(to);
    }
  }
  if (problems.length > 0) return problems;
  return steps.flatMap((step, at) =>
    reached.has(step)
      ? []
      : [
          {
            at,
            field: 'next',
            message: `No run reaches “${numberedStepName(steps, step)}”. Make an earlier step continue with it.`,
          },
        ],
  );
}

/**
 * Returns the names of the steps that a run can still reach from step `stepId`. For `null`, returns
 * the names of all steps.
 */
export function listReachableStepNames(
  steps: readonly PlaybookStep[],
  stepId: string | null,
): string[] {
  const from = steps.findIndex((step) => step.stepId === stepId);
  const reached = new Set<PlaybookStep>(
    from === -1 ? steps.slice(0, 1) : steps.slice(from, from + 1),
  );
  for (const step of steps)
    if (reached.has(step))
      for (const next of waysOf(step)) {
        const to = nextPlaybookStep(steps, step, next);
        if (to !== undefined) reached.add(to);
      }
  return steps.flatMap((step, at) =>
    at > from && reached.has(step) ? [numberedStepName(steps, step)] : [],
  );
}

export interface FallThrough {
  /** Zero-based index of the step that continues by default with a step of the other path. */
  at: number;
  field: 'next' | 'otherwise';
  message: string;
}

const pathNames = { next: 'Yes', otherwise: 'Otherwise' } as const;

/**
 * Returns the links by which one path of a branch runs into the first step of the branch's other
 * path only because that step is the following one. A path joins the other path on purpose when it
 * continues with the step by its id.
 */
export function findFallThroughs(steps: readonly PlaybookStep[]): FallThrough[] {
  const found = new Map<string, FallThrough>();
  for (const branch of steps) {
    if (branch.kind !== 'branch') continue;
    for (const [way, other] of [
      ['next', 'otherwise'],
      ['otherwise', 'next'],
    ] as const) {
      const head = nextPlaybookStep(steps, branch, branch[other]);
      if (head === undefined) continue;
      const add = (step: PlaybookStep, field: FallThrough['field']) =>
        found.set(`${step.stepId} ${field}`, {
          at: steps.indexOf(step),
          field,
          message: `The ${pathNames[way]} path of “${numberedStepName(steps, branch)}” runs into “${numberedStepName(steps, head)}”, the first step of its ${pathNames[other]} path. End the path here, or choose the step with which both paths continue.`,
        });
      const first = nextPlaybookStep(steps, branch, branch[way]);
      if (first === head) {
        if (way === 'next' && branch.next === 'following') add(branch, 'next');
        continue;
      }
      for (const step of reachableFrom(steps, first, head))
        for (const [at, next] of waysOf(step).entries())
          if (next === 'following' && nextPlaybookStep(steps, step, next) === head)
            add(step, at === 0 ? 'next' : 'otherwise');
    }
  }
  return [...found.values()];
}

/** Returns the steps on the ways from `first`, without the ways that lead on from `stop`. */
export function reachableFrom(
  steps: readonly PlaybookStep[],
  first: PlaybookStep | undefined,
  stop?: PlaybookStep,
): Set<PlaybookStep> {
  const reached = new Set<PlaybookStep>();
  const open = first === undefined ? [] : [first];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (step === stop || reached.has(step)) continue;
    reached.add(step);
    for (const next of waysOf(step)) {
      const to = nextPlaybookStep(steps, step, next);
      if (to !== undefined) open.push(to);
    }
  }
  return reached;
}
