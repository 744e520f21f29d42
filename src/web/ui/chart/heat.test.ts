import { expect, test } from 'vitest';
import { createHeatScale } from './heat.ts';

const percentOf = (color: string) => Number(/ (\d+)%/.exec(color)?.[1]);

test('colors of a heat map use the whole range, also for similar values', () => {
  const shade = createHeatScale([0.6, 0.62, 0.64], 'red');
  expect([0.6, 0.62, 0.64].map((value) => percentOf(shade(value)))).toEqual([4, 25, 45]);
});

test('equal values have the same strong color, and zeros a faint one', () => {
  expect(percentOf(createHeatScale([3, 3], 'red')(3))).toBe(45);
  expect(percentOf(createHeatScale([0, 0], 'red')(0))).toBe(4);
});
