import { expect, it } from 'vitest';
import {
  CircuitBreaker,
  isDailyQuotaUsedUp,
  nextMidnight,
  retryDelay,
  tokenBucketForLimits,
} from './rules.ts';

it('waits as requested, else by the policy, else longer each time, with up to a quarter of jitter', () => {
  const refused = { status: 429, retryAfter: undefined, policy: 'SECONDLY' };
  expect(retryDelay({ ...refused, retryAfter: '3' }, 1, 0)).toBe(3000);
  expect(retryDelay({ ...refused, retryAfter: 'soon' }, 1, 1)).toBe(1250);
  expect(retryDelay({ ...refused, policy: 'TEN_SECONDLY_ROLLING' }, 3, 0)).toBe(10_000);
  expect(retryDelay({ ...refused, status: 502, policy: undefined }, 3, 0)).toBe(8000);
});

it('detects that nine tenths of the daily calls are used', () => {
  expect(isDailyQuotaUsedUp('1000', '101')).toBe(false);
  expect(isDailyQuotaUsedUp('1000', '100')).toBe(true);
  expect(isDailyQuotaUsedUp('0', '0')).toBe(false);
  expect(isDailyQuotaUsedUp(undefined, '0')).toBe(false);
});

it('finds the next midnight, also when the clocks change on the day', () => {
  const midnight = (now: string, zone = 'America/Los_Angeles') =>
    nextMidnight(zone, new Date(now)).toISOString();
  expect(midnight('2026-11-18T18:00:00Z')).toBe('2026-11-19T08:00:00.000Z');
  expect(midnight('2026-11-01T07:00:00Z')).toBe('2026-11-02T08:00:00.000Z');
  expect(midnight('2026-03-08T08:00:00Z')).toBe('2026-03-09T07:00:00.000Z');
  expect(midnight('2026-11-18T18:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-18T18:15:00.000Z');
});

it('makes buckets that stay below what HubSpot allows in any ten seconds', () => {
  expect(tokenBucketForLimits('190', '10000')).toEqual({ size: 30, perSecond: 15.2 });
  expect(tokenBucketForLimits('100', '10000')).toEqual({ size: 15, perSecond: 8 });
  expect(tokenBucketForLimits('19', '1000')).toEqual({ size: 30, perSecond: 15.2 });
  for (const allowed of [1, 7, 50, 100, 110, 190, 250, 1000]) {
    const { size = 0, perSecond = 0 } = tokenBucketForLimits(String(allowed), '10000') ?? {};
    expect(size + perSecond * 10).toBeLessThanOrEqual(Math.max(allowed, 2));
  }
  for (const told of [undefined, '', 'many', '0', '-5'])
    expect(tokenBucketForLimits(told, '10000')).toBeUndefined();
  expect(tokenBucketForLimits('100', undefined)).toBeUndefined();
  expect(tokenBucketForLimits('100', '0')).toBeUndefined();
});

it('pauses after five consecutive failures, and after one more when the pause is over', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 18) + seconds * 1000);
  const breaker = new CircuitBreaker();
  for (const second of [1, 2, 3, 4]) breaker.failed(at(second));
  expect([breaker.restsUntil(at(4)), breaker.failingSince]).toEqual([null, at(1)]);
  breaker.failed(at(5));
  expect(breaker.restsUntil(at(34))).toEqual(at(35));
  expect(breaker.restsUntil(at(35))).toBeNull();
  breaker.failed(at(36));
  expect(breaker.restsUntil(at(37))).toEqual(at(66));
  breaker.answered();
  expect([breaker.restsUntil(at(37)), breaker.failingSince]).toEqual([null, null]);
  breaker.failed(at(38));
  expect(breaker.restsUntil(at(38))).toBeNull();
});
