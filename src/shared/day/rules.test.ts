import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PlannedItem, urgencies } from './day.ts';
import {
  groupByCustomer,
  hasFinishingOutcome,
  isLateFirstTouch,
  mergeStepClocks,
  scheduleItemsInDay,
  totalMinutes,
} from './rules.ts';

const item = (key: string, facts: object = {}) => ({
  key,
  urgency: 'soon' as const,
  value: 100,
  minutes: 30,
  due: null,
  ...facts,
});
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key).join('');
const none = () => undefined;

it('sorts by urgency, then by dollars per minute, then by due date', () => {
  const items = [
    item('a', { due: '2026-11-20' }),
    item('b', { due: '2026-11-19' }),
    item('c', { value: 400, minutes: 60 }),
    item('d', { urgency: 'overdue', value: null }),
    item('e', { urgency: 'today', value: 0 }),
  ];
  expect(keys(scheduleItemsInDay(items, 999, none).rows)).toBe('decba');
});

it('leaves out an item that does not fit, and still adds smaller ones after it', () => {
  const items = [
    item('a', { value: 900 }),
    item('b', { value: 600, minutes: 60 }),
    item('c', { value: 1 }),
  ];
  const { rows, rest } = scheduleItemsInDay(items, 60, none);
  expect([keys(rows), keys(rest)]).toEqual(['ac', 'b']);
  expect(scheduleItemsInDay(items, 0, none).rows).toEqual([]);
});

it('puts rows with a custom position before all others', () => {
  const { rows } = scheduleItemsInDay(
    [item('a', { urgency: 'overdue' }), item('b'), item('c')],
    999,
    ({ key }) => ({ c: 0, b: 1 })[key],
  );
  expect(keys(rows)).toBe('cba');
});

it('never exceeds the free time, loses no item, and does not depend on the input order', () => {
  const one = fc.record({
    key: fc.uuid(),
    urgency: fc.constantFrom(...urgencies),
    value: fc.option(fc.integer({ min: 0, max: 50_000 })),
    minutes: fc.integer({ min: 1, max: 120 }),
    due: fc.constantFrom(null, '2026-11-18', '2026-11-20'),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(one, { selector: ({ key }) => key }),
      fc.integer({ min: 0, max: 400 }),
      (items, free) => {
        const { rows, rest } = scheduleItemsInDay(items, free, none);
        expect(totalMinutes(rows)).toBeLessThanOrEqual(free);
        expect(rows.length + rest.length).toBe(items.length);
        const left = free - totalMinutes(rows);
        expect(rest.every(({ minutes }) => minutes > left)).toBe(true);
        expect(scheduleItemsInDay(items.toReversed(), free, none)).toEqual({ rows, rest });
      },
    ),
  );
});

const piece = (facts: Partial<PlannedItem> = {}): PlannedItem => ({
  ...{ key: 'risk:1', kind: 'risk', institutionId: 1, institutionName: 'Elm', healthTier: null },
  ...{ prospect: null, urgency: 'soon', due: null, minutes: 30, value: null, why: 'At risk' },
  ...{ task: null, call: null, sla: null, save: null, coveringFor: null },
  ...{ movedTo: null, planVersion: 0, ...facts },
});
const task = (facts: Partial<PlannedItem> = {}) =>
  piece({ key: 'task:1:a', kind: 'task', task: { taskId: 'a', version: 1 }, ...facts });
const firstTouch = (due: string, facts: Partial<PlannedItem> = {}) =>
  piece({
    ...{ key: 'sla:first_touch:1', kind: 'sla', urgency: 'overdue', due },
    sla: { key: 'first_touch:1', kind: 'first_touch', ticketId: null, canPause: false },
    ...facts,
  });

it('groups items by customer with the earliest due date, and counts one conversation once', () => {
  const avery = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Avery Admin' };
  const rows = groupByCustomer([
    piece({ value: 500 }),
    firstTouch('2026-11-17'),
    task({ urgency: 'today', due: '2026-11-18', minutes: 20 }),
    piece({ key: 'churn:1', kind: 'churn', minutes: 45 }),
    task({ key: 'task:2:b', institutionId: 2 }),
    task({ key: 'task:1:c', movedTo: '2026-11-20' }),
    task({ key: 'task:1:d', coveringFor: avery }),
    task({ institutionId: null, prospect: { prospectId: 2, name: 'Oak', key: 'x' } }),
  ]);
  expect(rows.map(({ key, items }) => [key, items.length])).toEqual([
    ['customer:1', 4],
    ['customer:2', 1],
    ['customer:1:2026-11-20', 1],
    [`customer:1:${avery.id}`, 1],
    ['prospect:2', 1],
  ]);
  expect(rows[0]).toMatchObject({
    ...{ urgency: 'overdue', due: '2026-11-17', value: 500, minutes: 65 },
  });
});

it('merges the task of a playbook step into its clock', () => {
  const clock = piece({
    key: 'sla:playbook_step:1:a',
    kind: 'sla',
    why: 'Step',
    due: '2026-11-18',
  });
  const other = task({ key: 'task:1:b' });
  const own = task({ urgency: 'overdue', due: '2026-11-17', minutes: 20 });
  expect(mergeStepClocks([own, other, clock])).toEqual([
    other,
    { ...clock, urgency: 'overdue', due: '2026-11-17', minutes: 20, task: own.task },
  ]);
  expect(mergeStepClocks([clock])).toEqual([clock]);
});

it('collapses first touches that are more than 30 days overdue, without other or urgent work', () => {
  const isLate = (...items: PlannedItem[]) => isLateFirstTouch({ items }, '2026-11-18');
  expect(isLate(firstTouch('2026-10-18'))).toBe(true);
  expect(isLate(firstTouch('2026-10-19'))).toBe(false);
  expect(isLate(firstTouch('2026-10-18'), piece())).toBe(true);
  expect(isLate(firstTouch('2026-10-18'), piece({ urgency: 'today' }))).toBe(false);
  expect(isLate(firstTouch('2026-10-18'), task())).toBe(false);
  expect(isLate(piece())).toBe(false);
});

it.each([
  ['risk', '2026-11-08', '2026-11-10', null, true],
  ['risk', '2026-11-01', '2026-11-10', null, false],
  ['renewal', '2026-11-01', '2026-11-16', '2026-11-16', true],
  ['renewal', '2026-11-01', '2026-11-15', '2026-11-16', false],
  ['churn', '2026-11-01', '2026-11-12', null, true],
  ['churn', '2026-11-01', '2026-11-11', null, false],
  ['task', '2026-11-08', '2026-11-18', null, false],
] as const)(
  '%s, outcome of week %s on %s, due %s: finished %s',
  (kind, judgedWeek, day, due, is) => {
    const facts = { last: { judgedWeek, day }, weekStartDate: '2026-11-08', today: '2026-11-18' };
    expect(hasFinishingOutcome({ kind, due }, facts)).toBe(is);
    expect(hasFinishingOutcome({ kind, due }, { ...facts, last: null })).toBe(false);
  },
);
