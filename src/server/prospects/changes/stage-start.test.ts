import { expect, it } from 'vitest';
import { stageStart } from './stage-start.ts';

const since = new Date('2026-08-01T12:00:00Z');
const moved = new Date('2026-11-18T12:00:00Z');
const history = {
  stage: 'Lost' as const,
  stageSince: moved,
  lastMove: { stage: 'Demo', since, at: moved },
};
const after = (minutes: number) => new Date(moved.getTime() + minutes * 60_000);

it('continues the days of the former stage for an hour', () => {
  expect(stageStart(history, 'Demo', after(60))).toBe(since);
  expect(stageStart(history, 'Demo', after(61))).toEqual(after(61));
});

it('starts at the change for any other stage, and stays without a move', () => {
  expect(stageStart(history, 'Proposal', after(1))).toEqual(after(1));
  expect(stageStart(history, 'Lost', after(1))).toBe(moved);
  expect(stageStart({ ...history, lastMove: null }, 'Demo', after(1))).toEqual(after(1));
});
