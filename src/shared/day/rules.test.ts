import fc from 'fast-check';
import { expect, it } from 'vitest';
import { urgencies } from './day.ts';
import { mergeDuplicateItems, scheduleItemsInDay, totalMinutes } from './rules.ts';

const item = (key: string, facts: object = {}) => ({
  key,
  urgency: 'soon' as const,
  value: 100,
  minutes: 30,
  due: null,
  ...facts,
});
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key).join('');
const none = new Map<string, number>();

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
    new Map([
      ['c', 0],
      ['b', 1],
    ]),
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

const piece = (
  kind: 'churn' | 'risk' | 'renewal' | 'sla' | 'task',
  institutionId: number,
  why: string,
  key = `${kind}:${institutionId}`,
) => ({
  key,
  kind,
  institutionId,
  why,
  task: null,
  minutes: kind === 'risk' ? 30 : 20,
  value: kind === 'risk' ? 500 : null,
});

it('merges a prediction and a risk case of the same customer into one row', () => {
  const [churn, renewal, other] = [
    piece('churn', 1, 'Churn tier HIGH'),
    piece('renewal', 1, 'Renewal in 80 days'),
    piece('risk', 2, 'Declining'),
  ];
  expect(
    mergeDuplicateItems([piece('risk', 1, 'At risk for 3 weeks'), churn, renewal, other]),
  ).toEqual([{ ...churn, why: 'Churn tier HIGH. At risk for 3 weeks' }, renewal, other]);
  expect(mergeDuplicateItems([churn])).toEqual([churn]);
});

it('merges the row of the work that ends an SLA clock into the clock’s row, for the same customer only', () => {
  const touch = piece('sla', 1, 'First touch is due today', 'sla:first_touch:1:2026-11-08');
  const reply = piece('sla', 1, 'Reply is due today', 'sla:ticket_reply:7:0');
  const [risk, other] = [piece('risk', 1, 'Declining'), piece('risk', 2, 'Declining')];
  expect(mergeDuplicateItems([risk, other, touch, reply])).toEqual([
    other,
    { ...touch, why: 'First touch is due today. Declining', minutes: 30, value: 500 },
    reply,
  ]);
  const [step, task, otherTask] = [
    piece('sla', 1, 'Playbook step is due today', 'sla:playbook_step:1:a'),
    { ...piece('task', 1, 'Call them: due today', 'task:1:a'), task: { taskId: 'a', version: 3 } },
    piece('task', 1, 'Write: due today', 'task:1:b'),
  ];
  expect(mergeDuplicateItems([task, otherTask, step])).toEqual([
    otherTask,
    {
      ...step,
      why: 'Playbook step is due today. Call them: due today',
      task: { taskId: 'a', version: 3 },
    },
  ]);
  const both = mergeDuplicateItems([risk, piece('churn', 1, 'Churn tier HIGH'), touch]);
  expect(both.map(({ why }) => why)).toEqual([
    'First touch is due today. Churn tier HIGH. Declining',
  ]);
});
