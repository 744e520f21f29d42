import { expect, it } from 'vitest';
import { isDayUsedUp, nextMidnight, waitBeforeAgain } from './rules.ts';

it('waits as told, else by the policy, else longer each time, with up to a quarter more', () => {
  const refused = { status: 429, retryAfter: undefined, policy: 'SECONDLY' };
  expect(waitBeforeAgain({ ...refused, retryAfter: '3' }, 1, 0)).toBe(3000);
  expect(waitBeforeAgain({ ...refused, retryAfter: 'soon' }, 1, 1)).toBe(1250);
  expect(waitBeforeAgain({ ...refused, policy: 'TEN_SECONDLY_ROLLING' }, 3, 0)).toBe(10_000);
  expect(waitBeforeAgain({ ...refused, status: 502, policy: undefined }, 3, 0)).toBe(8000);
});

it('knows a day that is used up to nine tenths', () => {
  expect(isDayUsedUp('1000', '101')).toBe(false);
  expect(isDayUsedUp('1000', '100')).toBe(true);
  expect(isDayUsedUp('0', '0')).toBe(false);
  expect(isDayUsedUp(undefined, '0')).toBe(false);
});

it('finds the next midnight, also when the clocks change on the day', () => {
  const midnight = (now: string, zone = 'America/Los_Angeles') => nextMidnight(zone, new Date(now)).toISOString();
  expect(midnight('2026-11-18T18:00:00Z')).toBe('2026-11-19T08:00:00.000Z');
  expect(midnight('2026-11-01T07:00:00Z')).toBe('2026-11-02T08:00:00.000Z');
  expect(midnight('2026-03-08T08:00:00Z')).toBe('2026-03-09T07:00:00.000Z');
  expect(midnight('2026-11-18T18:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-18T18:15:00.000Z');
});
