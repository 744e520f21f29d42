import { expect, it } from 'vitest';
import { backfillDates, backfillProblem, sumRunResults } from './backfill.ts';

const daily = { name: 'churn.score', backfill: 'day' } as const;

it.each([
  ['day', '2026-11-20', '2026-11-22', ['2026-11-20', '2026-11-21', '2026-11-22']],
  ['day', '2026-11-20', '2026-11-20', ['2026-11-20']],
  // Weeks end on Saturday. The last week of the first range ends early, with the range.
  ['week', '2026-11-11', '2026-11-24', ['2026-11-14', '2026-11-21', '2026-11-24']],
  ['week', '2026-11-15', '2026-11-21', ['2026-11-21']],
] as const)('by the %s, %s to %s are %j', (step, from, to, dates) => {
  expect(backfillDates(step, { from, to })).toEqual(dates);
});

it.each([
  [{ from: '2026-11-20', to: '2026-11-24' }, null],
  [{ from: '2025-11-24', to: '2026-11-24' }, null],
  [{ from: '2025-11-23', to: '2026-11-24' }, 'range: must be at most 366 days'],
  [{ from: '2026-11-21', to: '2026-11-20' }, 'range: from must not be after to'],
  [{ from: '2026-11-24', to: '2026-11-25' }, 'range: to is in the future'],
])('%j: %s', (range, problem) => {
  expect(backfillProblem(daily, range, '2026-11-24')).toBe(problem);
});

it('a job that uses current data has no backfill', () => {
  const range = { from: '2026-11-20', to: '2026-11-20' };
  expect(backfillProblem({ name: 'crm.sync' }, range, '2026-11-24')).toMatch(
    /^crm\.sync uses current data/,
  );
});

it('numeric results are summed, and others are left out', () => {
  expect(
    sumRunResults([
      { rows: 2, to: 'x' },
      { rows: 3, cases: 1 },
    ]),
  ).toEqual({ rows: 5, cases: 1 });
});
