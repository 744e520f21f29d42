import { expect, it } from 'vitest';
import {
  createEqualArrayReuser,
  reuseLastResult,
  reuseLastResultPerObject,
} from './last-result.ts';

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

it('repeats the last result of each object for the same other arguments', () => {
  const add = reuseLastResultPerObject(({ at }: { at: number }, by: number) => ({ at: at + by }));
  const [one, two] = [{ at: 1 }, { at: 2 }];
  const first = add(one, 5);
  expect(add(two, 5)).toEqual({ at: 7 });
  expect(add(one, 5)).toBe(first);
  expect(add(one, 6)).toEqual({ at: 7 });
});

it('repeats an array while its elements are the same', () => {
  const reuse = createEqualArrayReuser<object>();
  const [one, two] = [{}, {}];
  const first = reuse([one, two]);
  expect(reuse([one, two])).toBe(first);
  expect(reuse([two, one])).not.toBe(first);
  expect(reuse([two])).toEqual([two]);
});
