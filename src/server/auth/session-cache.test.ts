import { expect, test } from 'vitest';
import type { StoredSession } from './queries.ts';
import { SessionCache } from './session-cache.ts';

const now = new Date('2026-11-18T18:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const session: StoredSession = {
  user: { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f', name: 'Ana', email: 'ana@corp.test', picture: null, role: 'member' },
  createdAt: now,
  lastSeenAt: now,
};

test('a session is believed for less than a second, and not at all when the clock goes back', async () => {
  const cache = new SessionCache();
  await cache.read('a', now, async () => session);
  expect(cache.get('a', later(999))).toBe(session);
  expect(cache.get('a', later(1_000))).toBeUndefined();
  expect(cache.get('a', later(-1))).toBeUndefined();
});

test('what was read while the session was being ended is not kept', async () => {
  const cache = new SessionCache();
  const { promise, resolve } = Promise.withResolvers<StoredSession>();
  const reading = cache.read('a', now, () => promise);
  cache.evict('a');
  resolve(session);
  await reading;
  expect(cache.get('a', now)).toBeUndefined();
});

test('a session that is gone is forgotten, and nothing is kept of a stranger', async () => {
  const cache = new SessionCache();
  await cache.read('a', now, async () => session);
  await cache.read('a', later(1_000), async () => undefined);
  expect(cache.get('a', now)).toBeUndefined();
});

test('it never holds more than ten thousand', async () => {
  const cache = new SessionCache();
  for (let number = 0; number <= 10_000; number += 1) await cache.read(String(number), now, async () => session);
  expect(cache.get('0', now)).toBeUndefined();
  expect(cache.get('10000', now)).toBe(session);
});

test('many who ask at once ask the database once, and after the end of a session it is asked anew', async () => {
  const cache = new SessionCache();
  const { promise, resolve } = Promise.withResolvers<StoredSession>();
  let loads = 0;
  const load = () => {
    loads += 1;
    return promise;
  };
  const first = [cache.read('a', now, load), cache.read('a', now, load), cache.read('a', later(5), load)];
  expect(loads).toBe(1);
  cache.evict('a');
  const afterwards = cache.read('a', now, async () => undefined);
  resolve(session);
  expect(await Promise.all(first)).toEqual([session, session, session]);
  expect(await afterwards).toBeUndefined();
  expect(cache.get('a', now)).toBeUndefined();
});

test('a read that fails is not remembered', async () => {
  const cache = new SessionCache();
  await expect(cache.read('a', now, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.read('a', now, async () => session)).toBe(session);
});
