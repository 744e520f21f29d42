import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countOf,
  lastVisited,
  requeueSkipped,
  returnToPrevious,
  type Settled,
  settle,
  startTriage,
} from './triage-state.ts';

const judged: Settled = { how: 'judged', workId: 'a' };
const snoozed: Settled = { how: 'snoozed', workId: 'b' };
const skipped: Settled = { how: 'skipped' };

it('visits all in order and ends', () => {
  let state = startTriage([7, 8, 9]);
  expect(state.current).toBe(7);
  state = settle(state, judged);
  expect(state.current).toBe(8);
  state = settle(settle(state, skipped), snoozed);
  expect(state.current).toBeNull();
  expect([countOf(state, 'judged'), countOf(state, 'skipped'), countOf(state, 'snoozed')]).toEqual([
    1, 1, 1,
  ]);
  expect(settle(state, judged)).toBe(state);
  expect(requeueSkipped(state).current).toBe(8);
});

it('goes back one by one, and reopens the customer', () => {
  let state = settle(settle(startTriage([7, 8, 9]), judged), skipped);
  expect(lastVisited(state)).toEqual({ institutionId: 8, settled: skipped });
  state = returnToPrevious(state);
  expect([state.current, lastVisited(state)]).toEqual([8, { institutionId: 7, settled: judged }]);
  state = returnToPrevious(state);
  expect([state.current, state.settled.size, lastVisited(state)]).toEqual([7, 0, undefined]);
  expect(returnToPrevious(state)).toBe(state);
  expect(settle(state, skipped).current).toBe(8);
});

it('ends immediately without customers', () => expect(startTriage([]).current).toBeNull());

it('ends with all customers decided, whatever the path', () => {
  const steps = fc.array(
    fc.constantFrom(judged, snoozed, skipped, 'back' as const, 'again' as const),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
      steps,
      (order, taken) => {
        let state = startTriage(order);
        for (const step of taken) {
          state =
            step === 'back'
              ? returnToPrevious(state)
              : step === 'again'
                ? requeueSkipped(state)
                : settle(state, step);
          if (state.current !== null) expect(order).toContain(state.current);
          expect([...state.visited].sort()).toEqual([...state.settled.keys()].sort());
        }
        for (let left = order.length; state.current !== null && left >= 0; left--)
          state = settle(state, judged);
        expect(state.settled.size).toBe(order.length);
      },
    ),
  );
});
