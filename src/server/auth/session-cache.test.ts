import { expect, test } from 'vitest';
import type { StoredSession } from './queries.ts';
import { SessionCache } from './session-cache.ts';

const now = new Date('2026-11-18T18:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const session: StoredSession = {
  user: {
    id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f',
    name: 'Ana',
    email: 'ana@corp.test',
    picture: null,
    role: 'member',
  },
  createdAt: now,
  lastSeenAt: now,
};

test('a cached session is used for less than a second, and not at all when the clock goes back', async () => {
  const cache = new SessionCache();
  await cache.read('a', now, async () => session);
  expect(cache.get('a', later(999))).toBe(session);
  expect(cache.get('a', later(1_000))).toBeUndefined();
  expect(cache.get('a', later(-1))).toBeUndefined();
});

test('a session that ends while it is read is not cached', async () => {
  const cache = new SessionCache();
  const { promise, resolve } = Promise.withResolvers<StoredSession>();
  const reading = cache.read('a', now, () => promise);
  cache.evict('a');
  resolve(session);
  await reading;
  expect(cache.get('a', now)).toBeUndefined();
});

test('an ended session is removed, and unknown sessions are not cached', async () => {
  const cache = new SessionCache();
  await cache.read('a', now, async () => session);
  await cache.read('a', later(1_000), async () => undefined);
  expect(cache.get('a', now)).toBeUndefined();
});

test('it holds at most ten thousand sessions', async () => {
  const cache = new SessionCache();
  for (let number = 0; number <= 10_000; number += 1)
    await cache.read(String(number), now, async () => session);
  expect(cache.get('0', now)).toBeUndefined();
  expect(cache.get('10000', now)).toBe(session);
});

test('concurrent requests share one query, and the session is read again after it ended', async () => {
  const cache = new SessionCache();
  const { promise, resolve } = Promise.withResolvers<StoredSession>();
  let loads = 0;
  const load = () => {
    loads += 1;
    return promise;
  };
  const first = [
    cache.read('a', now, load),
    cache.read('a', now, load),
    cache.read('a', later(5), load),
  ];
  expect(loads).toBe(1);
  cache.evict('a');
  const afterwards = cache.read('a', now, async () => undefined);
  resolve(session);
  expect(await Promise.all(first)).toEqual([session, session, session]);
  expect(await afterwards).toBeUndefined();
  expect(cache.get('a', now)).toBeUndefined();
});

test('a failed read is not cached', async () => {
  const cache = new SessionCache();
  await expect(cache.read('a', now, () => Promise.reject(new Error('down')))).rejects.toThrow(
    'down',
  );
  expect(await cache.read('a', now, async () => session)).toBe(session);
});
