import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimitStore } from './rate-limit-store.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const counted = (windows: RateLimitStore, key: string) =>
  new Promise<{ current: number; ttl: number }>((resolve) =>
    windows.incr(key, (_, result) => resolve(result), 60_000),
  );
const readWindow = (windows: RateLimitStore, key: string) =>
  new Promise<{ current: number; ttl: number }>((resolve) =>
    windows.read(key, (_, result) => resolve(result)),
  );

test('a window counts for its duration, and the next one starts at zero', async () => {
  const windows = new RateLimitStore();
  expect(await readWindow(windows, 'ana')).toEqual({ current: 0, ttl: 0 });
  expect(await counted(windows, 'ana')).toEqual({ current: 1, ttl: 60_000 });
  vi.advanceTimersByTime(59_999);
  expect(await counted(windows, 'ana')).toEqual({ current: 2, ttl: 1 });
  expect(await readWindow(windows, 'ana')).toEqual({ current: 2, ttl: 1 });
  expect(await counted(windows, 'kim')).toEqual({ current: 1, ttl: 60_000 });
  vi.advanceTimersByTime(1);
  expect(await readWindow(windows, 'ana')).toEqual({ current: 0, ttl: 0 });
  expect(await counted(windows, 'ana')).toEqual({ current: 1, ttl: 60_000 });
});

test('a clock that is set back by ten years prolongs nothing', async () => {
  vi.setSystemTime('2036-11-18');
  const windows = new RateLimitStore();
  await counted(windows, 'ana');
  vi.setSystemTime('2026-11-18');
  vi.advanceTimersByTime(60_000);
  expect(await counted(windows, 'ana')).toEqual({ current: 1, ttl: 60_000 });
});

test('limits are independent, and drop the oldest keys when there are very many', async () => {
  const windows = new RateLimitStore();
  await counted(windows, 'first');
  expect(await readWindow(windows.child(), 'first')).toEqual({ current: 0, ttl: 0 });
  for (let key = 0; key < 9_999; key += 1) await counted(windows, String(key));
  expect((await counted(windows, 'first')).current).toBe(2);
  await counted(windows, 'one more');
  expect((await readWindow(windows, 'first')).current).toBe(2);
  expect((await readWindow(windows, '0')).current).toBe(0);
});
