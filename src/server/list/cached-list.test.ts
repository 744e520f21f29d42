import { Session } from 'node:inspector/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createCachedListReader } from './cached-list.ts';

afterEach(() => vi.useRealTimers());

const rows = (word: string) =>
  Array.from({ length: 3_000 }, (_, at) => ({
    at,
    name: `${word} ${(at * 7919) % 3001}`,
    score: at / 7,
  }));
const clockAt = (milliseconds: number) => () => new Date(milliseconds);

test('numbers are sent with five decimals and kept in full on the server', async () => {
  const answer = {
    latitude: 41.68312,
    score: 47.89186365444277,
    share: 1 / 3,
    below: 49.9999999,
    fell: -0.29,
    count: 12,
    text: '1.23456789',
    none: null,
  };
  const list = await createCachedListReader(
    clockAt(0),
    async () => 'v',
    async () => answer,
  )();
  expect(JSON.parse(String((await list.encode('identity')).body))).toEqual({
    ...answer,
    score: 47.89186,
    share: 0.33333,
    below: 49.99999,
  });
  expect(list.answer).toEqual(answer);
});

test('a long-lived list is recompressed without changing its content', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const list = await createCachedListReader(
    clockAt(0),
    async () => 'v',
    async () => ({ rows: rows('Elm') }),
  )();
  const [before, etag] = [await list.encode('br'), list.etag];
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(list.encode('br')).not.toBe(before), { timeout: 10_000 });
  const { body = Buffer.alloc(0), headers } = await list.encode('br');
  expect(body.length).toBeLessThan((before.body?.length ?? 0) * 0.95);
  expect(headers).toEqual({ ...before.headers, 'content-length': String(body.length) });
  expect(brotliDecompressSync(body)).toEqual((await list.encode('identity')).body);
  expect(list.etag).toBe(etag);
});

test('a replaced list is not recompressed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let now = 0;
  let version = 'one';
  const ask = createCachedListReader(
    () => new Date(now),
    async () => version,
    async () => ({ rows: rows(version) }),
  );
  const first = await ask();
  const before = await first.encode('br');
  vi.advanceTimersByTime(4_000);
  version = 'two';
  now = 4_000;
  const second = await ask();
  const secondBefore = await second.encode('br');
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(second.encode('br')).not.toBe(secondBefore), { timeout: 10_000 });
  expect(first.encode('br')).toBe(before);
});

async function askForBody<Answer>(ask: ReturnType<typeof createCachedListReader<Answer>>) {
  const list = await ask();
  await list.encode('br');
  return list;
}

test('a list stays the same when it is built with the same answer again', async () => {
  let now = 0;
  let answer = { rows: rows('Elm') };
  const ask = createCachedListReader(
    () => new Date(now),
    async () => `${now}`,
    async () => answer,
  );
  const first = await ask();
  now = 2_000;
  expect((await ask()).id).toBe(first.id);
  now = 4_000;
  answer = { rows: rows('Oak') };
  expect((await ask()).id).not.toBe(first.id);
});

test('a list that no page requests is not encoded', async () => {
  const toJSON = vi.fn(() => ({}));
  const ask = createCachedListReader(
    clockAt(0),
    async () => 'v',
    async () => ({ toJSON }),
  );
  const list = await ask();
  expect(toJSON).not.toHaveBeenCalled();
  await list.encode('identity');
  await list.encode('br');
  expect(toJSON).toHaveBeenCalledOnce();
});

test('a replaced list is not kept in memory until its compression is due', async () => {
  let now = 0;
  const ask = createCachedListReader(
    () => new Date(now),
    async () => `${now}`,
    async () => ({ rows: rows('Elm') }),
  );
  const first = new WeakRef((await askForBody(ask)).answer);
  now = 2_000;
  await askForBody(ask);
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  expect(first.deref()).toBeUndefined();
});

test('a new list is sent while others are still being recompressed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const make = (word: string) =>
    createCachedListReader(
      clockAt(0),
      async () => 'v',
      async () => ({ rows: rows(word) }),
    )();
  const lasting = await Promise.all(['Elm', 'Oak', 'Ash', 'Fir', 'Yew', 'Bay'].map(make));
  const before = await Promise.all(lasting.map(({ encode }) => encode('br')));
  const packed = () => lasting.filter(({ encode }, at) => encode('br') !== before[at]).length;
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await make('New');
  expect(packed()).toBeLessThan(2);
  await vi.waitFor(() => expect(packed()).toBe(lasting.length), { timeout: 20_000 });
});
