import { nextPlaybookStep, reachableFrom } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';

/** Steps in the order of a run, up to the end of a path. */
export interface FlowPath {
  nodes: FlowNode[];
  /**
   * Step with which the path continues, or the end of the run; `null` when the paths of its last
   * branch say how they continue.
   */
  continuesWith: PlaybookStep | 'end' | null;
}

interface FlowNode {
  step: PlaybookStep;
  /** Paths of a branch, up to the step with which both continue; `null` for other steps. */
  paths: { yes: FlowPath; otherwise: FlowPath } | null;
}

/** Returns the steps as a tree in which each reached step occurs once. */
export function outlineFlow(steps: readonly PlaybookStep[]): FlowPath {
  return walk(steps, steps[0], new Set());
}

function walk(
  steps: readonly PlaybookStep[],
  first: PlaybookStep | undefined,
  shown: Set<PlaybookStep>,
  stop?: PlaybookStep,
): FlowPath {
  const nodes: FlowNode[] = [];
  let step = first;
  let continuesWith: FlowPath['continuesWith'] | undefined;
  while (step !== undefined && step !== stop && !shown.has(step)) {
    shown.add(step);
    continuesWith = undefined;
    if (step.kind !== 'branch') {
      nodes.push({ step, paths: null });
      step = nextPlaybookStep(steps, step, step.next);
      continue;
    }
    const [yes, otherwise] = [step.next, step.otherwise].map(
      (link) => step && nextPlaybookStep(steps, step, link),
    );
    const join = joinOf(steps, yes, otherwise) ?? stop;
    nodes.push({
      step,
      paths: {
        yes: walk(steps, yes, shown, join),
        otherwise: walk(steps, otherwise, shown, join),
      },
    });
    if (join === stop) continuesWith = null;
    step = join;
  }
  return {
    nodes,
    continuesWith: continuesWith === undefined ? (step ?? 'end') : continuesWith,
  };
}

/** Returns the first step that both paths reach; `undefined` when they end apart. */
function joinOf(
  steps: readonly PlaybookStep[],
  yes: PlaybookStep | undefined,
  otherwise: PlaybookStep | undefined,
): PlaybookStep | undefined {
  const others = reachableFrom(steps, otherwise);
  const both = [...reachableFrom(steps, yes)].filter((step) => others.has(step));
  return steps.find((step) => both.includes(step));
}
