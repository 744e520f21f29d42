import { expect, it } from 'vitest';
import { timeLeftText } from './time-left.ts';

const today = '2026-11-24';

it.each([
  [-133_920, '2026-08-23', '93 days over'],
  [-480, '2026-11-23', '1 day over'],
  [-150, today, '2 h 30 min over'],
  [-0.2, today, '1 min over'],
  [90, today, '1 h 30 min left'],
  [960, '2026-11-26', '2 days left'],
  [1_440, null, '24 h left'],
  [null, '2026-08-23', null],
])('formats %d minutes until %s as %s', (leftMinutes, dueOn, text) =>
  expect(timeLeftText({ leftMinutes, dueOn }, today)).toBe(text),
);
