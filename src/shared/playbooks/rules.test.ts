import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findFallThroughs,
  listReachableStepNames,
  nextPlaybookStep,
  stepProblems,
} from './rules.ts';
import type { NextStepChoice, PlaybookStep } from './steps.ts';

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const wait = (at: number, next: NextStepChoice = 'following'): PlaybookStep => ({
  kind: 'wait',
  stepId: idOf(at),
  next,
  delay: { days: 1, unit: 'calendar' },
});
const branch = (at: number, next: NextStepChoice, otherwise: NextStepChoice): PlaybookStep => ({
  kind: 'branch',
  stepId: idOf(at),
  next,
  otherwise,
  conditions: 'f.healthTier=Critical',
});
const task = (at: number, title: string, next: NextStepChoice = 'following'): PlaybookStep => ({
  kind: 'task',
  stepId: idOf(at),
  next,
  title,
  details: '',
  assigneeId: null,
  due: { days: 0, unit: 'calendar' },
  waits: true,
});

describe('the steps of a playbook', () => {
  it('may lead to any later step or to the end', () => {
    expect(
      stepProblems([branch(0, idOf(2), 'following'), task(1, 'Write', 'end'), wait(2)]),
    ).toEqual([]);
  });

  it('may not lead back, and the message names both steps', () => {
    const steps = [task(0, 'Call the office'), wait(1), branch(2, 'end', idOf(0))];
    expect(stepProblems(steps)).toEqual([
      {
        at: 2,
        field: 'otherwise',
        message:
          '“3. Branch” goes back to “1. Call the office”, so a run would never end. Choose a later step.',
      },
    ]);
    expect(stepProblems([wait(0, idOf(0))])[0]?.message).toContain(
      '“1. Wait” goes back to “1. Wait”',
    );
  });

  it('may not lead to a deleted step, and must all be reachable', () => {
    expect(stepProblems([wait(0, idOf(7)), wait(1)])[0]?.message).toBe(
      '“1. Wait” continues with a step that no longer exists. Choose another step.',
    );
    expect(stepProblems([wait(0, idOf(2)), task(1, 'Write'), wait(2)])).toEqual([
      {
        at: 1,
        field: 'next',
        message: 'No run reaches “2. Write”. Make an earlier step continue with it.',
      },
    ]);
  });

  it('report a path of a branch that runs into the other path only by default', () => {
    const steps = (yes: NextStepChoice) => [
      branch(0, 'following', idOf(2)),
      task(1, 'Train', yes),
      task(2, 'Write'),
    ];
    expect(findFallThroughs(steps('following'))).toEqual([
      {
        at: 1,
        field: 'next',
        message:
          'The Yes path of “1. Branch” runs into “3. Write”, the first step of its Otherwise path. End the path here, or choose the step with which both paths continue.',
      },
    ]);
    expect(findFallThroughs(steps('end'))).toEqual([]);
    expect(findFallThroughs(steps(idOf(2)))).toEqual([]);
    expect(findFallThroughs([branch(0, 'following', 'following'), wait(1)])).toMatchObject([
      { at: 0, field: 'next' },
    ]);
  });

  it('must have unique ids', () => {
    expect(stepProblems([wait(0), wait(0)])[0]).toMatchObject({ at: 1, field: 'stepId' });
  });

  it('without problems end every run, whichever path it takes', () => {
    const ways = fc.array(
      fc.tuple(fc.integer({ min: -1, max: 9 }), fc.integer({ min: -1, max: 9 }), fc.boolean()),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    const nextOf = (to: number): NextStepChoice =>
      to === -1 ? 'end' : to === 9 ? 'following' : idOf(to);
    fc.assert(
      fc.property(ways, fc.infiniteStream(fc.boolean()), (drawn, chosen) => {
        const steps = drawn.map(([one, other], at) => branch(at, nextOf(one), nextOf(other)));
        if (stepProblems(steps).length > 0) return;
        let step = steps[0];
        for (let taken = 0; step !== undefined; taken += 1) {
          expect(taken).toBeLessThan(steps.length);
          step = nextPlaybookStep(
            steps,
            step,
            step.kind === 'branch' && chosen.next().value
              ? step.next
              : step.kind === 'branch'
                ? step.otherwise
                : 'end',
          );
        }
      }),
    );
  });

  it('are upcoming for a run while it can still reach them', () => {
    const steps = [branch(0, idOf(2), idOf(3)), wait(2, 'end'), task(3, 'Write')];
    expect(listReachableStepNames(steps, null)).toEqual(['1. Branch', '2. Wait', '3. Write']);
    expect(listReachableStepNames(steps, idOf(2))).toEqual([]);
    expect(listReachableStepNames(steps, idOf(0))).toEqual(['2. Wait', '3. Write']);
  });
});
