import { expect, it } from 'vitest';
import { classifyTaskByDueDate, countOverdueDays } from './task-age-groups.ts';

const today = '2026-11-18';

it.each([
  ['2026-10-18', 'Over 30 days overdue', 31],
  ['2026-10-19', '8–30 days overdue', 30],
  ['2026-11-10', '8–30 days overdue', 8],
  ['2026-11-11', '1–7 days overdue', 7],
  ['2026-11-17', '1–7 days overdue', 1],
  [today, 'Due today', null],
  ['2026-11-19', 'Due later', null],
  [null, 'No due day', null],
])('due on %s is %s', (dueOn, age, days) => {
  expect(classifyTaskByDueDate(dueOn, today)).toBe(age);
  expect(countOverdueDays(dueOn, today)).toBe(days);
});
