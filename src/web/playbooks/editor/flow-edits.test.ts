import { describe, expect, it } from 'vitest';
import { findFallThroughs, nextPlaybookStep, stepProblems } from '#shared/playbooks/rules.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { createBranchStep, createIdFromWord, createTaskStep } from '#test/playbook-steps.ts';
import {
  insertPlaybookStep,
  movePlaybookStep,
  removePlaybookStep,
  replacePlaybookStep,
} from './flow-edits.ts';

const nameOf = (step: PlaybookStep) => (step.kind === 'task' ? step.title : 'branch');
/** Lists the steps with the names of the steps that they lead to. */
const flow = (steps: readonly PlaybookStep[]) =>
  steps.map((step) => {
    const to = (next: PlaybookStep['next']) => {
      const found = nextPlaybookStep(steps, step, next);
      return found === undefined ? 'end' : nameOf(found);
    };
    return `${nameOf(step)}: ${to(step.next)}${step.kind === 'branch' ? ` or ${to(step.otherwise)}` : ''}`;
  });
const branched = [
  createBranchStep('branch', { otherwise: createIdFromWord('no') }),
  createTaskStep('yes', { next: 'end' }),
  createTaskStep('no'),
];
const line = ['one', 'two', 'three'].map((word) => createTaskStep(word));

describe('editing the steps of a playbook', () => {
  it('ends the Yes path where a new Otherwise step begins', () => {
    const changed = replacePlaybookStep(
      [createBranchStep('branch', {}), createTaskStep('yes'), createTaskStep('no')],
      createBranchStep('branch', { otherwise: createIdFromWord('no') }),
    );
    expect(flow(changed)).toEqual(['branch: yes or no', 'yes: end', 'no: end']);
    expect(findFallThroughs(changed)).toEqual([]);
  });

  it('inserts a step on either path of a branch, or before all others', () => {
    const added = createTaskStep('new');
    const insertAfter = (way: 'next' | 'otherwise') =>
      flow(insertPlaybookStep(branched, added, { after: createIdFromWord('branch'), way }));
    expect(insertAfter('next')).toEqual(['branch: new or no', 'new: yes', 'yes: end', 'no: end']);
    expect(insertAfter('otherwise')).toEqual([
      'branch: yes or new',
      'yes: end',
      'new: no',
      'no: end',
    ]);
    expect(flow(insertPlaybookStep(line, added, 'start'))[0]).toBe('new: one');
    expect(
      flow(insertPlaybookStep(branched, added, { after: createIdFromWord('yes'), way: 'next' })),
    ).toEqual(['branch: yes or no', 'yes: new', 'new: end', 'no: end']);
  });

  it('moves a step within its path, and only in the list when the neighbors are not linked', () => {
    expect(flow(movePlaybookStep(line, 2, -1))).toEqual(['one: three', 'three: two', 'two: end']);
    expect(flow(movePlaybookStep(line, 0, 1))).toEqual(['two: one', 'one: three', 'three: end']);
    expect(flow(movePlaybookStep(branched, 1, 1))).toEqual([
      'branch: yes or no',
      'no: end',
      'yes: end',
    ]);
    expect(stepProblems(movePlaybookStep(branched, 1, 1))).toEqual([]);
  });

  it('leads links to a removed step on to the step after it', () => {
    const steps = [
      createTaskStep('one', { next: createIdFromWord('three') }),
      createBranchStep('branch', { next: 'end', otherwise: 'end' }),
      createTaskStep('three', { next: 'end' }),
      createTaskStep('four'),
    ];
    const gone = steps[2];
    if (gone === undefined) throw new Error('no step');
    expect(flow(removePlaybookStep(steps, gone))[0]).toBe('one: end');
  });
});
