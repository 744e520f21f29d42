import { describe, expect, it } from 'vitest';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { campaignLimits } from './constants.ts';
import {
  campaignEndProblem,
  dueDayProblem,
  findFirstWorkingDay,
  needsTicketAttention,
  type RecipientTicketState,
  recipientStatus,
  resolveCampaignAction,
} from './rules.ts';

const now = new Date('2026-11-18T18:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const hours = {
  ...createDefaultWorkingTime('America/Los_Angeles'),
  holidays: [{ day: '2026-11-26', name: 'Thanksgiving', until: null }],
};

describe('the due date', () => {
  it.each([
    ['2026-11-18', undefined],
    ['2026-11-17', 'must not be in the past'],
    ['2026-11-21', 'is not a working day; the next one is Nov 23, 2026'],
    ['2026-11-26', 'is not a working day; the next one is Nov 27, 2026'],
    ['2027-11-19', undefined],
    ['2027-11-20', 'must be at most a year ahead'],
  ])('%s: %s', (day, problem) => expect(dueDayProblem(hours, day, '2026-11-18')).toBe(problem));

  it('stays unchanged when the week has no working days', () => {
    const never = { week: [null, null, null, null, null, null, null], holidays: [] };
    expect(findFirstWorkingDay(never, '2026-11-18')).toBe('2026-11-18');
  });
});

const ticket = {
  isOpen: true,
  isTouched: false,
  waitsForCustomer: false,
  lastTouchAt: hoursAgo(1),
};
const facts = (
  state: RecipientTicketState['state'],
  changes: Partial<typeof ticket> = {},
): RecipientTicketState => ({
  state,
  ticket: { ...ticket, ...changes },
});

describe('the status of a ticket', () => {
  it.each([
    [facts('waiting'), 'waiting'],
    [facts('refused'), 'refused'],
    [facts('left_out'), 'left_out'],
    [facts('withdrawn'), 'withdrawn'],
    [facts('opened'), 'not_started'],
    [facts('opened', { isTouched: true }), 'in_progress'],
    [facts('opened', { isTouched: true, waitsForCustomer: true }), 'with_customer'],
    [facts('kept', { isTouched: true, isOpen: false }), 'done'],
    [facts('opened', { isOpen: false, waitsForCustomer: true }), 'done'],
    [{ state: 'opened', ticket: null } as const, 'deleted'],
    [{ state: 'withdrawn', ticket: null } as const, 'withdrawn'],
  ])('%o is %s', (given, status) => expect(recipientStatus(given)).toBe(status));

  const idle = campaignLimits.idleDays * 24;
  it.each([
    [
      'untouched for just under the limit',
      facts('opened', { lastTouchAt: hoursAgo(idle - 0.1) }),
      '2026-11-18',
      false,
    ],
    [
      'untouched for exactly the limit',
      facts('opened', { lastTouchAt: hoursAgo(idle) }),
      '2026-11-18',
      true,
    ],
    ['due today', facts('opened'), '2026-11-18', false],
    ['due yesterday', facts('opened'), '2026-11-17', true],
    ['done and due yesterday', facts('opened', { isOpen: false }), '2026-11-17', false],
    ['withdrawn and due yesterday', facts('withdrawn'), '2026-11-17', false],
    ['deleted and due yesterday', { state: 'opened' as const, ticket: null }, '2026-11-17', false],
  ])('%s', (_, given, dueOn, is) => {
    expect(needsTicketAttention(given, { dueOn, isEnded: false }, '2026-11-18', now)).toBe(is);
    expect(needsTicketAttention(given, { dueOn, isEnded: true }, '2026-11-18', now)).toBe(false);
  });
});

describe('an action', () => {
  const sent = { state: 'sent', finishedAt: hoursAgo(1), refused: 0, waiting: 0 } as const;
  const sending = { state: 'sending', finishedAt: null, refused: 0, waiting: 0 } as const;
  it.each([
    ['pause', sending, 'paused'],
    ['pause', { ...sending, state: 'paused' }, 'paused'],
    ['pause', sent, { problem: expect.any(String) }],
    ['resume', { ...sending, state: 'paused' }, 'sending'],
    ['resume', { ...sent, state: 'cancelled' }, { problem: expect.any(String) }],
    ['cancel', { ...sending, state: 'paused' }, 'cancelled'],
    ['cancel', sent, { problem: expect.stringContaining('Undo') }],
    ['retry', sent, { problem: expect.any(String) }],
    ['retry', { ...sent, refused: 1 }, 'sending'],
    ['retry', { ...sent, state: 'undone', refused: 1 }, { problem: expect.any(String) }],
    ['undo', sending, 'undoing'],
    ['undo', { ...sent, finishedAt: hoursAgo(campaignLimits.undoHours) }, 'undoing'],
    [
      'undo',
      { ...sent, finishedAt: hoursAgo(campaignLimits.undoHours + 0.01) },
      { problem: expect.stringContaining('can no longer be undone') },
    ],
    ['undo', { ...sent, state: 'undone', finishedAt: hoursAgo(999) }, 'undone'],
    ['undo', { ...sent, state: 'cancelled' }, 'undoing'],
    ['undo', { ...sent, waiting: 1 }, { problem: expect.stringContaining('reached the CRM') }],
    ['undo', { ...sent, state: 'ended' }, { problem: expect.stringContaining('ended') }],
  ] as const)('%s from %o leads to %o', (action, standing, result) =>
    expect(resolveCampaignAction(action, standing, now)).toEqual(result),
  );
});

it.each([
  [{ state: 'sent', toOpen: 0 }, undefined],
  [{ state: 'cancelled', toOpen: 0 }, undefined],
  [{ state: 'cancelled', toOpen: 1 }, expect.stringContaining('still being opened')],
  [{ state: 'sending', toOpen: 3 }, expect.stringContaining('still being opened')],
  [{ state: 'ended', toOpen: 0 }, expect.stringContaining('already')],
  [{ state: 'undone', toOpen: 0 }, expect.stringContaining('undone')],
] as const)('an end of %o', (campaign, problem) =>
  expect(campaignEndProblem(campaign)).toEqual(problem),
);
