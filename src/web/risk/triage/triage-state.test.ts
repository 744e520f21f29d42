import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOf, goBack, settle, startTriage, takeUpSkipped } from './triage-state.ts';

it('goes through all in order, and ends', () => {
  let state = startTriage([7, 8, 9]);
  expect(state.current).toBe(7);
  state = settle(state, 'judged');
  expect(state.current).toBe(8);
  state = settle(settle(state, 'skipped'), 'snoozed');
  expect(state.current).toBeNull();
  expect([countOf(state, 'judged'), countOf(state, 'skipped'), countOf(state, 'snoozed')]).toEqual([1, 1, 1]);
  expect(settle(state, 'judged')).toBe(state);
  expect(takeUpSkipped(state).current).toBe(8);
});

it('goes back one by one, and an outcome is not lost by skipping on', () => {
  const state = goBack(settle(settle(startTriage([7, 8, 9]), 'judged'), 'skipped'));
  expect(state.current).toBe(8);
  const first = goBack(state);
  expect(first.current).toBe(7);
  expect(goBack(first)).toBe(first);
  const on = settle(first, 'skipped');
  expect(on.settled.get(7)).toBe('judged');
  expect(on.current).toBe(9);
});

it('of nobody is over at once', () => expect(startTriage([]).current).toBeNull());

it('ends with everybody settled, whatever is done on the way', () => {
  const steps = fc.array(fc.constantFrom('judged' as const, 'snoozed' as const, 'skipped' as const, 'back' as const), { maxLength: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }), steps, (order, taken) => {
      let state = startTriage(order);
      for (const step of taken) {
        state = step === 'back' ? goBack(state) : settle(state, step);
        if (state.current !== null) expect(order).toContain(state.current);
      }
      for (let left = order.length; state.current !== null && left >= 0; left--) state = settle(state, 'judged');
      expect(state.settled.size).toBe(order.length);
    }),
  );
});
