import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackgroundBatchDurationCalculator, runInBatches } from './batches.ts';
import type { Queries } from './database.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const load = (waiting: number) => [
  { pool: 'foreground' as const, most: 1, inUse: 1, idle: 0, waiting },
];

test('batches are short while requests wait and for a second after, else four times as long', () => {
  let waiting = 0;
  const batchMs = createBackgroundBatchDurationCalculator({ load: () => load(waiting) });
  expect(batchMs()).toBe(40);
  waiting = 2;
  expect(batchMs()).toBe(10);
  waiting = 0;
  vi.advanceTimersByTime(999);
  expect(batchMs()).toBe(10);
  vi.advanceTimersByTime(1);
  expect(batchMs()).toBe(40);
});

test('batches are short when it is unknown whether requests wait', () => {
  expect(createBackgroundBatchDurationCalculator({ load: () => [] })()).toBe(10);
});

test('the rows of a batch follow from the duration of the last one and the current target', async () => {
  const queries = {} as Queries;
  let aimMs = 40;
  const took: number[] = [];
  const msPerRow = 0.02;
  await runInBatches(
    (work) => work(queries),
    0,
    async (_, after, rows) => {
      took.push(rows * msPerRow);
      vi.advanceTimersByTime(rows * msPerRow);
      if (took.length === 4) aimMs = 10;
      return took.length < 8 ? after + rows : undefined;
    },
    () => aimMs,
  );
  expect(took).toEqual([20, 40, 40, 40, 20, 10, 10, 10]);
});
