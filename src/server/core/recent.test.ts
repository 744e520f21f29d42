import { expect, test } from 'vitest';
import { createRecentAnswerCache } from './recent.ts';

test('asks once, drops the least recently used question, and never caches a failure', async () => {
  const recent = createRecentAnswerCache<number>(2);
  const asked: string[] = [];
  const ask = (question: string) =>
    recent(question, async () => {
      asked.push(question);
      return asked.length;
    });
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2]);
  await ask('a');
  await ask('c');
  expect(await ask('a')).toBe(1);
  await ask('b');
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
  await expect(recent('d', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await recent('d', async () => 7)).toBe(7);
});
