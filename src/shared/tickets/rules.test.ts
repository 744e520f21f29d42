import { expect, it } from 'vitest';
import {
  computeUsageChangePercent,
  findTicketTurn,
  hasUsageFallen,
  isOpenTicket,
  isSilentAfterComplaint,
} from './rules.ts';

it.each([
  ['New', false, 'us'],
  ['Waiting on us', false, 'us'],
  ['Waiting on contact', false, 'customer'],
  ['Waiting on contact', true, 'us'],
  ['Escalated', false, 'customer'],
  ['Pending our support', false, 'us'],
  ['Waiting on customer to contact us', false, 'customer'],
  ['Pending – customer replies to support', false, 'customer'],
] as const)(
  'in the stage %s, with the customer’s message last: %s, it is the turn of: %s',
  (stage, isUnanswered, turn) => {
    expect(findTicketTurn({ isOpen: true, stage, isUnanswered })).toBe(turn);
    expect(findTicketTurn({ isOpen: false, stage, isUnanswered })).toBeNull();
  },
);

const now = new Date('2026-11-18T18:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it.each([
  ['OPEN', daysAgo(1), true],
  ['CLOSED', null, false],
  [null, null, true],
  [null, daysAgo(1), false],
] as const)(
  'with the state %s and closed at %s a ticket is open: %s',
  (state, closedAt, isOpen) => {
    expect(isOpenTicket(state, closedAt)).toBe(isOpen);
  },
);

const complaint = { isOpen: true, priority: 'HIGH', lastOut: daysAgo(14), lastIn: daysAgo(20) };

it('is silent exactly 14 days after our last message', () => {
  expect(isSilentAfterComplaint(complaint, now)).toBe(true);
  expect(
    isSilentAfterComplaint({ ...complaint, lastOut: new Date(daysAgo(14).getTime() + 1) }, now),
  ).toBe(false);
});

it.each([{ isOpen: false }, { priority: 'LOW' }, { lastOut: null }, { lastIn: daysAgo(13) }])(
  'is not silent with %j',
  (facts) => {
    expect(isSilentAfterComplaint({ ...complaint, ...facts }, now)).toBe(false);
  },
);

it('is silent when the customer never wrote again', () => {
  expect(isSilentAfterComplaint({ ...complaint, lastIn: null }, now)).toBe(true);
});

it('compares usage only when there was enough before', () => {
  expect(computeUsageChangePercent(19, 0)).toBeNull();
  expect(computeUsageChangePercent(20, 16)).toBe(-20);
  expect([
    hasUsageFallen(-20),
    hasUsageFallen(-19.9),
    hasUsageFallen(30),
    hasUsageFallen(null),
  ]).toEqual([true, false, false, false]);
});
