import { expect, test } from 'vitest';
import { durationText } from './amount-words.ts';

test('formats durations in hours and minutes', () => {
  expect([5, 60, 150, 78_720].map(durationText)).toEqual(['5 min', '1 h', '2 h 30 min', '1,312 h']);
});
