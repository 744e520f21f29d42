import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const refuse = () => new Error('too many');

test('a few turns per key run at once, each once and in order, and other keys do not wait', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('ana', 'kim'), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (keys, atOnce) => {
        const turns = new ConcurrencyLimiter({ atOnce, waiting: 100, waitMilliseconds: 10_000 });
        const begun: Record<string, number[]> = { ana: [], kim: [] };
        const inWork: Record<string, number> = { ana: 0, kim: 0 };
        const work = (key: string, at: number) => async () => {
          begun[key]?.push(at);
          inWork[key] = (inWork[key] ?? 0) + 1;
          expect(inWork[key]).toBeLessThanOrEqual(atOnce);
          await Promise.resolve();
          inWork[key] -= 1;
        };
        await Promise.all(keys.map((key, at) => turns.take(key, work(key, at), refuse)));
        const places = (wanted: string) => keys.flatMap((key, at) => (key === wanted ? [at] : []));
        expect(begun).toEqual({ ana: places('ana'), kim: places('kim') });
      },
    ),
  );
});

test('a failed turn passes its place on', async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 1, waiting: 5, waitMilliseconds: 10_000 });
  const failed = turns.take('ana', () => Promise.reject(new Error('broken')), refuse);
  const next = turns.take('ana', () => 'done', refuse);
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await turns.take('ana', () => 'again', refuse)).toBe('again');
});

test('turns beyond the waiting limit fail at once, turns that wait too long fail later, and the others run', async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 1, waiting: 1, waitMilliseconds: 50 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const running = turns.take('ana', () => held, refuse);
  let hasRun = false;
  const waits = turns.take('ana', () => (hasRun = true), refuse);
  await expect(turns.take('ana', () => 'never', refuse)).rejects.toThrow('too many');
  await expect(waits).rejects.toThrow('too many');
  release();
  await running;
  await pause(10);
  expect(hasRun).toBe(false);
  expect(await turns.take('ana', () => 'free', refuse)).toBe('free');
});
