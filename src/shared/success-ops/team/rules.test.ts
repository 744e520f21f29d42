import { expect, it } from 'vitest';
import { usualWorkingTime } from '#shared/work/working-time-rules.ts';
import { loadVerdict, neededHours } from './rules.ts';

it.each([
  [84.9, 100, 'free'],
  [85, 100, 'ok'],
  [110, 100, 'ok'],
  [110.1, 100, 'too_much'],
  [0, 100, 'free'],
  [10, 0, 'no_hours'],
])('%d of %d hours is %s', (needed, available, verdict) => expect(loadVerdict(needed, available)).toBe(verdict));

it('needs the base hours of each size and phase, and the time of the open tasks', () => {
  const settings = usualWorkingTime('America/Los_Angeles');
  const customers = [
    { sizeTier: 'Small', onboardingState: 'stuck', inGrace: true },
    { sizeTier: 'Small', onboardingState: null, inGrace: true },
    { sizeTier: 'Large', onboardingState: null, inGrace: false },
  ] as const;
  expect(neededHours(customers, 3, settings)).toBeCloseTo(0.5 + 0.25 + 0.4 + 1);
});
