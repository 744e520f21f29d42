import { describe, expect, it } from 'vitest';
import { type RunToUndo, runUndoProblem } from './rules.ts';

const finishedAt = new Date('2026-11-18T18:00:00Z');
const run: RunToUndo = {
  state: 'succeeded',
  writing: true,
  finishedAt,
  undoneAt: null,
  undoes: null,
};
const after = (milliseconds: number) => new Date(finishedAt.getTime() + milliseconds);
const week = 7 * 86_400_000;

describe('whether an import can be undone', () => {
  it.each([
    ['one that succeeded', run, 1, null],
    ['one that stopped with a part written', { ...run, state: 'failed' as const }, 1, null],
    ['to the last moment of seven days', run, week - 1, null],
    ['no later', run, week, 'This import ended more than 7 days ago. Its undo data was deleted.'],
    ['not twice', { ...run, undoneAt: finishedAt }, 1, 'This import is already undone.'],
    [
      'not while it runs',
      { ...run, state: 'running' as const, finishedAt: null },
      1,
      'This import is still running.',
    ],
    ['not what wrote nothing', { ...run, writing: false }, 1, 'This import changed nothing.'],
    [
      'not an undo',
      { ...run, undoes: 'another' },
      1,
      "You can't undo an undo. Import the file again.",
    ],
  ])('%s', (_, found, milliseconds, problem) => {
    expect(runUndoProblem(found, after(milliseconds))).toBe(problem);
  });
});
