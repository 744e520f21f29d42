import { expect, it } from 'vitest';
import { reuseLastResult } from './last-result.ts';

it('repeats its result for the same arguments and computes a new one for others', () => {
  const copy = reuseLastResult((rows: readonly number[], from: number) =>
    rows.filter((row) => row >= from),
  );
  const rows = [1, 2, 3];
  const first = copy(rows, 2);
  expect(copy(rows, 2)).toBe(first);
  expect(copy(rows, 3)).toEqual([3]);
  expect(copy([...rows], 3)).not.toBe(copy(rows, 3));
});
