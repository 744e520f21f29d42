import { describe, expect, it, test } from 'vitest';
import {
  type AdministratorAccount,
  type AdministratorPeriod,
  approvalProblem,
  computeAdministratorPeriodChanges,
  isActingAdministrator,
  isApprovalRequired,
  wasRecentlyAdministrator,
} from './administrator-rules.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const period = (userId: string, since: string, until: string | null = null) => ({
  userId,
  since: at(since),
  until: until === null ? null : at(until),
  startedBy: null,
});

describe('a second person', () => {
  const removed = [period('ana', '01T00:00:00'), period('bo', '01T00:00:00', '20T12:00:00')];

  it.each([
    ['20T12:00:00', true],
    ['23T11:59:59', true],
    ['23T12:00:00', false],
  ])('who was removed on 20T12:00:00 counts at %s: %s', (moment, expected) => {
    expect(isApprovalRequired(removed, 'ana', at(moment))).toBe(expected);
    expect(wasRecentlyAdministrator(removed, 'bo', at(moment))).toBe(expected);
  });

  it('counts as long as the period lasts; the user alone is never a second person', () => {
    expect(
      isApprovalRequired(
        [period('ana', '01T00:00:00'), period('bo', '01T00:00:00')],
        'ana',
        at('30T00:00:00'),
      ),
    ).toBe(true);
    expect(
      isApprovalRequired(
        [period('ana', '01T00:00:00', '02T00:00:00'), period('ana', '02T00:00:00')],
        'ana',
        at('02T00:00:00'),
      ),
    ).toBe(false);
    expect(isApprovalRequired([], 'ana', at('01T00:00:00'))).toBe(false);
  });
});

describe('an approver', () => {
  const problem = (periods: AdministratorPeriod[], requested: string) =>
    approvalProblem(periods, { approver: 'bo', proposer: 'ana', requestedAt: at(requested) });

  it('was an administrator at the request, from the start of a period on and before its end', () => {
    const periods = [period('bo', '10T00:00:00', '11T00:00:00'), period('bo', '12T00:00:00')];
    const moments = [
      '09T23:59:59',
      '10T00:00:00',
      '10T23:59:59',
      '11T00:00:00',
      '11T23:59:59',
      '12T00:00:00',
      '30T00:00:00',
    ];
    const late = 'came later';
    expect(moments.map((moment) => problem(periods, moment))).toEqual([
      late,
      null,
      null,
      late,
      late,
      null,
      null,
    ]);
    expect(problem([period('ana', '10T00:00:00')], '10T00:00:00')).toBe(late);
  });

  const ana = period('ana', '01T00:00:00');
  const cy = period('cy', '01T00:00:00');
  const bo = { ...period('bo', '10T00:00:00'), startedBy: 'ana' };
  it.each([
    [
      'made one by the proposer beside another administrator',
      [ana, cy, bo],
      '12T23:59:59',
      'made by the proposer',
    ],
    ['made one by the proposer 72 hours before', [ana, cy, bo], '13T00:00:00', null],
    ['made one by the only administrator', [ana, bo], '10T00:00:01', null],
    [
      'made one by another administrator',
      [ana, cy, { ...bo, startedBy: 'cy' }],
      '10T00:00:01',
      null,
    ],
    [
      'made one right after the other was removed',
      [ana, { ...cy, until: at('09T00:00:00') }, bo],
      '10T00:00:01',
      'made by the proposer',
    ],
    [
      'made one 72 hours after the other was removed',
      [ana, { ...cy, until: at('07T00:00:00') }, bo],
      '10T00:00:01',
      null,
    ],
    [
      'made one before the other came',
      [ana, { ...cy, since: at('10T00:00:01') }, bo],
      '10T00:00:02',
      null,
    ],
  ])('who was %s: %#', (_, periods, requested, expected) => {
    expect(problem(periods, requested)).toBe(expected);
  });
});

const bo: AdministratorAccount = {
  roleGivenBy: null,
  userId: 'bo',
  email: 'bo@corp.test',
  hostedDomain: null,
  role: 'admin',
  status: 'active',
  createdAt: at('01T00:00:00'),
  lastSignInAt: at('02T00:00:00'),
};
const rules = { adminEmails: ['named@corp.test'], allowedDomains: ['corp.test'] };

test.each([
  ['an active one who has signed in', {}, true],
  ['a member', { role: 'member' as const }, false],
  ['a member whom the settings name', { role: 'member' as const, email: 'Named@corp.test' }, true],
  ['one who never signed in', { lastSignInAt: null }, false],
  [
    'one whom the settings name who never signed in',
    { email: 'named@corp.test', lastSignInAt: null },
    false,
  ],
  ['a disabled one', { status: 'disabled' as const }, false],
  ['one of another domain', { email: 'bo@elsewhere.test' }, false],
  [
    'one of another domain of an allowed organization',
    { email: 'bo@elsewhere.test', hostedDomain: 'Corp.test' },
    true,
  ],
  ['one of an allowed domain and another organization', { hostedDomain: 'elsewhere.test' }, false],
])('%s counts as an administrator: %#', (_, facts, expected) => {
  expect(isActingAdministrator({ ...bo, ...facts }, rules)).toBe(expected);
});

describe('the record', () => {
  it('begins when the accounts of its first administrators were created, at the latest now', () => {
    const late = { userId: 'cy', createdAt: at('25T00:00:00') };
    expect(computeAdministratorPeriodChanges([], [bo, late], at('20T00:00:00'))).toEqual({
      started: [
        { userId: 'bo', since: at('01T00:00:00') },
        { userId: 'cy', since: at('20T00:00:00') },
      ],
      ended: [],
    });
  });

  it('records administrators who are added, removed and added again', () => {
    const before = [
      period('ana', '01T00:00:00'),
      period('bo', '01T00:00:00', '05T00:00:00'),
      period('cy', '02T00:00:00'),
    ];
    const current = [bo, { userId: 'ana', createdAt: at('01T00:00:00') }];
    expect(computeAdministratorPeriodChanges(before, current, at('20T00:00:00'))).toEqual({
      started: [{ userId: 'bo', since: at('20T00:00:00') }],
      ended: ['cy'],
    });
    expect(
      computeAdministratorPeriodChanges([period('bo', '01T00:00:00')], [bo], at('20T00:00:00')),
    ).toEqual({
      started: [],
      ended: [],
    });
  });
});
