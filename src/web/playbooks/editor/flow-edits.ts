import { findFallThroughs, nextPlaybookStep } from '#shared/playbooks/rules.ts';
import type { NextStepChoice, PlaybookStep } from '#shared/playbooks/steps.ts';

type Way = 'next' | 'otherwise';
/** Where a step is inserted: before all others, or on a way out of a step. */
export type InsertPlace = 'start' | { after: string; way: Way };

const waysOf = (step: PlaybookStep): readonly Way[] =>
  step.kind === 'branch' ? ['next', 'otherwise'] : ['next'];
const linkOf = (step: PlaybookStep, way: Way): NextStepChoice =>
  way === 'otherwise' && step.kind === 'branch' ? step.otherwise : step.next;
const withLink = (step: PlaybookStep, way: Way, link: NextStepChoice): PlaybookStep =>
  way === 'otherwise' && step.kind === 'branch'
    ? { ...step, otherwise: link }
    : { ...step, next: link };
const withLinks = (
  step: PlaybookStep,
  change: (link: NextStepChoice, way: Way) => NextStepChoice,
): PlaybookStep =>
  waysOf(step).reduce(
    (changed, way) => withLink(changed, way, change(linkOf(step, way), way)),
    step,
  );
const keyOf = (steps: readonly PlaybookStep[], { at, field }: { at: number; field: Way }): string =>
  `${steps[at]?.stepId} ${field}`;
const fallThroughKeys = (steps: readonly PlaybookStep[]): Set<string> =>
  new Set(findFallThroughs(steps).map((each) => keyOf(steps, each)));

/** Replaces each link to the following step by the id of that step, or by the end. */
const withIds = (steps: readonly PlaybookStep[]): PlaybookStep[] =>
  steps.map((step) =>
    withLinks(step, (link) => nextPlaybookStep(steps, step, link)?.stepId ?? 'end'),
  );

/**
 * Replaces the ids of following steps by links to the following step. A link by which a path of a
 * branch joins the other path keeps the id, unless the link was an accidental one before.
 */
function withFollowing(
  steps: readonly PlaybookStep[],
  accidental: ReadonlySet<string>,
): PlaybookStep[] {
  const linked = steps.map((step, at) =>
    withLinks(step, (link) =>
      link === steps[at + 1]?.stepId || (link === 'end' && at === steps.length - 1)
        ? 'following'
        : link,
    ),
  );
  return replaceLinks(linked, findFallThroughs(linked), (step, at, way) =>
    accidental.has(`${step.stepId} ${way}`) ? 'following' : (steps[at + 1]?.stepId ?? 'end'),
  );
}

function replaceLinks(
  steps: readonly PlaybookStep[],
  links: readonly { at: number; field: Way }[],
  replace: (step: PlaybookStep, at: number, way: Way) => NextStepChoice,
): PlaybookStep[] {
  return links.reduce(
    (changed, { at, field }) => {
      const step = changed[at];
      return step === undefined
        ? changed
        : changed.with(at, withLink(step, field, replace(step, at, field)));
    },
    [...steps],
  );
}

/** Changes the order or the links of steps while their links refer to ids. */
const edit = (
  steps: readonly PlaybookStep[],
  change: (steps: PlaybookStep[]) => PlaybookStep[],
): PlaybookStep[] => withFollowing(change(withIds(steps)), fallThroughKeys(steps));

/**
 * Replaces a step. When a changed link makes one path of a branch run into the other path, the path
 * ends instead.
 */
export function replacePlaybookStep(
  steps: readonly PlaybookStep[],
  changed: PlaybookStep,
): PlaybookStep[] {
  const before = fallThroughKeys(steps);
  const next = steps.map((step) => (step.stepId === changed.stepId ? changed : step));
  const caused = findFallThroughs(next).filter((each) => !before.has(keyOf(next, each)));
  return replaceLinks(next, caused, () => 'end');
}

/** Inserts a step. The step takes over the link at its place. */
export function insertPlaybookStep(
  steps: readonly PlaybookStep[],
  added: PlaybookStep,
  place: InsertPlace,
): PlaybookStep[] {
  return edit(steps, (all) => {
    if (place === 'start') return [{ ...added, next: all[0]?.stepId ?? 'end' }, ...all];
    const from = all.find(({ stepId }) => stepId === place.after);
    if (from === undefined) return all;
    const link = linkOf(from, place.way);
    const linked = all.map((step) =>
      step === from ? withLink(step, place.way, added.stepId) : step,
    );
    const target = all.findIndex(({ stepId }) => stepId === link);
    const at = place.way === 'next' ? all.indexOf(from) + 1 : target === -1 ? all.length : target;
    return linked.toSpliced(at, 0, { ...added, next: link });
  });
}

/** Removes a step. Links to the step then lead to the step's own next step. */
export const removePlaybookStep = (
  steps: readonly PlaybookStep[],
  gone: PlaybookStep,
): PlaybookStep[] =>
  edit(steps, (all) => {
    const next = all.find(({ stepId }) => stepId === gone.stepId)?.next ?? 'end';
    return all
      .filter(({ stepId }) => stepId !== gone.stepId)
      .map((step) => withLinks(step, (link) => (link === gone.stepId ? next : link)));
  });

/**
 * Moves a step up (`-1`) or down (`1`) by one place. When one of the two steps leads to the other,
 * the run also reaches them in the new order. Otherwise only their order in the list changes.
 */
export function movePlaybookStep(
  steps: readonly PlaybookStep[],
  at: number,
  direction: -1 | 1,
): PlaybookStep[] {
  const upper = direction === 1 ? at : at - 1;
  return edit(steps, (all) => {
    const [first, second] = [all[upper], all[upper + 1]];
    if (first === undefined || second === undefined) return all;
    const swapped = all.with(upper, second).with(upper + 1, first);
    return first.next === second.stepId ? swapped.map(swapLinks(first, second)) : swapped;
  });
}

/** Returns a function that adapts the links of a step to the new order of two chained steps. */
const swapLinks =
  (first: PlaybookStep, second: PlaybookStep) =>
  (step: PlaybookStep): PlaybookStep => {
    if (step === first)
      return withLinks(first, (link) => (link === second.stepId ? second.next : link));
    if (step === second) return { ...second, next: first.stepId };
    return withLinks(step, (link) => (link === first.stepId ? second.stepId : link));
  };

/** Returns `true` when a branch's path would run by default into the branch's other path. */
export const fallsThrough = (
  steps: readonly PlaybookStep[],
  step: PlaybookStep,
  way: Way,
): boolean =>
  fallThroughKeys(
    steps.map((each) => (each === step ? withLink(each, way, 'following') : each)),
  ).has(`${step.stepId} ${way}`);
