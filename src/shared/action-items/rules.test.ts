import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import { boardColumnOf, dueDateInColumn } from './rules.ts';
import { boardColumnNames } from './words.ts';

const call = (dueOn: string, facts: object = {}) => ({
  dueOn,
  outcome: null,
  snooze: null,
  ...facts,
});
// A Wednesday.
const today = '2026-11-18';

it('assigns open action items to columns by due date, and snoozed and closed ones to columns of their own', () => {
  expect(boardColumnOf(call('2026-11-17'), today)).toBe('Overdue');
  expect(boardColumnOf(call(today), today)).toBe('Today');
  expect(boardColumnOf(call('2026-11-19'), today)).toBe('This week');
  expect(boardColumnOf(call('2026-11-21'), today)).toBe('This week');
  expect(boardColumnOf(call('2026-11-22'), today)).toBe('Later');
  expect(
    boardColumnOf(call('2026-11-17', { snooze: { until: '2026-12-01', reason: 'Season' } }), today),
  ).toBe('Snoozed');
  expect(boardColumnOf(call('2026-11-17', { outcome: 'acted' }), today)).toBe('Closed');
});

it('a card moved to a column gets a due date that belongs there, on any day of the week', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom(...boardColumnNames),
      (days, column) => {
        const now = addDays(today, days);
        const dueOn = dueDateInColumn(column, now);
        if (dueOn !== undefined) expect(boardColumnOf(call(dueOn), now)).toBe(column);
      },
    ),
  );
  // On a Saturday, no day of the week is left.
  expect(dueDateInColumn('This week', '2026-11-21')).toBeUndefined();
  expect(dueDateInColumn('This week', '2026-11-20')).toBe('2026-11-21');
  expect(dueDateInColumn('Overdue', today)).toBeUndefined();
});
