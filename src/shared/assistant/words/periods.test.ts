import { expect, it } from 'vitest';
import { findPeriod } from './periods.ts';
import { tokenize } from './tokens.ts';

it.each([
  // The months around a leap day and at the end of a month.
  ['last month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['this month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['next month', '2027-01-31', '2027-02-01', '2027-02-28'],
  ['last year', '2028-02-29', '2027-01-01', '2027-12-31'],
  // The first and last days of a quarter and a year.
  ['this quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
  ['next quarter', '2026-12-31', '2027-01-01', '2027-03-31'],
  ['last quarter', '2027-01-01', '2026-10-01', '2026-12-31'],
  // Weeks begin on Sunday.
  ['this week', '2026-11-21', '2026-11-15', '2026-11-21'],
  ['this week', '2026-11-22', '2026-11-22', '2026-11-28'],
  ['last week', '2026-11-22', '2026-11-15', '2026-11-21'],
  ['this qtr', '2026-12-31', '2026-10-01', '2026-12-31'],
  ['last yr', '2028-02-29', '2027-01-01', '2027-12-31'],
  // 'In the last week' ends today, unlike 'last week'.
  ['in the last week', '2026-11-18', '2026-11-12', '2026-11-18'],
  ['over the past month', '2026-11-18', '2026-10-20', '2026-11-18'],
  ['past week', '2026-11-18', '2026-11-12', '2026-11-18'],
  ['during the last year', '2026-11-18', '2025-11-19', '2026-11-18'],
  // The weeks in which clocks change.
  ['last week', '2026-11-02', '2026-10-25', '2026-10-31'],
  ['this week', '2026-03-08', '2026-03-08', '2026-03-14'],
])('“%s” on %s is %s to %s', (words, today, from, to) => {
  expect(findPeriod(tokenize(words), today)?.periods).toMatchObject([{ from, to }]);
});
