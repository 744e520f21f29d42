import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countTriageResults,
  createTriageState,
  lastVisitedCustomer,
  recordCurrentResult,
  requeueSkippedCustomers,
  returnToPreviousCustomer,
  type TriageResult,
} from './triage-state.ts';

const judged: TriageResult = { how: 'judged', workId: 'a' };
const snoozed: TriageResult = { how: 'snoozed', workId: 'b' };
const skipped: TriageResult = { how: 'skipped' };

it('visits all in order and ends', () => {
  let state = createTriageState([7, 8, 9]);
  expect(state.current).toBe(7);
  state = recordCurrentResult(state, judged);
  expect(state.current).toBe(8);
  state = recordCurrentResult(recordCurrentResult(state, skipped), snoozed);
  expect(state.current).toBeNull();
  expect([
    countTriageResults(state, 'judged'),
    countTriageResults(state, 'skipped'),
    countTriageResults(state, 'snoozed'),
  ]).toEqual([1, 1, 1]);
  expect(recordCurrentResult(state, judged)).toBe(state);
  expect(requeueSkippedCustomers(state).current).toBe(8);
});

it('goes back one by one, and reopens the customer', () => {
  let state = recordCurrentResult(
    recordCurrentResult(createTriageState([7, 8, 9]), judged),
    skipped,
  );
  expect(lastVisitedCustomer(state)).toEqual({ institutionId: 8, settled: skipped });
  state = returnToPreviousCustomer(state);
  expect([state.current, lastVisitedCustomer(state)]).toEqual([
    8,
    { institutionId: 7, settled: judged },
  ]);
  state = returnToPreviousCustomer(state);
  expect([state.current, state.settled.size, lastVisitedCustomer(state)]).toEqual([
    7,
    0,
    undefined,
  ]);
  expect(returnToPreviousCustomer(state)).toBe(state);
  expect(recordCurrentResult(state, skipped).current).toBe(8);
});

it('ends immediately without customers', () => expect(createTriageState([]).current).toBeNull());

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
        let state = createTriageState(order);
        for (const step of taken) {
          state =
            step === 'back'
              ? returnToPreviousCustomer(state)
              : step === 'again'
                ? requeueSkippedCustomers(state)
                : recordCurrentResult(state, step);
          if (state.current !== null) expect(order).toContain(state.current);
          expect([...state.visited].sort()).toEqual([...state.settled.keys()].sort());
        }
        for (let left = order.length; state.current !== null && left >= 0; left--)
          state = recordCurrentResult(state, judged);
        expect(state.settled.size).toBe(order.length);
      },
    ),
  );
});
