import { expect, it } from 'vitest';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { classifyWorkload, computeLoadHours, isUntouched, sumNeededHours } from './rules.ts';

it.each([
  [84.9, 100, 'free'],
  [85, 100, 'ok'],
  [110, 100, 'ok'],
  [110.1, 100, 'too_much'],
  [0, 100, 'free'],
  [10, 0, 'no_hours'],
])('%d of %d hours is %s', (needed, available, verdict) =>
  expect(classifyWorkload(needed, available)).toBe(verdict),
);

it('sums the base hours by size and phase and the time for open tasks, risk cases and action items', () => {
  const settings = createDefaultWorkingTime('America/Los_Angeles');
  const customers = [
    { sizeTier: 'Small', onboardingState: 'stuck', inGrace: true },
    { sizeTier: 'Small', onboardingState: null, inGrace: true },
    { sizeTier: 'Large', onboardingState: null, inGrace: false },
  ] as const;
  const hours = computeLoadHours(
    { customers, openTasks: 3, riskCases: 2, callMinutes: 90 },
    settings,
  );
  expect(hours).toEqual({
    customers: expect.closeTo(0.5 + 0.25 + 0.4),
    tasks: 1,
    riskCases: 1,
    calls: 1.5,
  });
  expect(sumNeededHours(hours)).toBeCloseTo(4.65);
});

it.each([
  [null, true],
  ['2026-10-19T17:59:59.999Z', true],
  ['2026-10-19T18:00:00.000Z', false],
])('a customer last touched at %s is untouched: %s', (lastTouchAt, untouched) =>
  expect(isUntouched(lastTouchAt, new Date('2026-11-18T18:00:00Z'))).toBe(untouched),
);
