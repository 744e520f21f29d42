import { describe, expect, it } from 'vitest';
import { createWorkingCalendar } from '#shared/work/working-calendar.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { defaultPolicies, type SlaPolicy, slaPoliciesSchema } from './policies.ts';
import {
  computeClockTime,
  computePolicyAttainments,
  findMatchingPolicy,
  findRunningSpans,
  slaClockStatus,
  slaTargetText,
} from './rules.ts';
import type { SlaStatus } from './words.ts';

const calendar = createWorkingCalendar(
  createDefaultWorkingTime('America/Los_Angeles'),
  '2026-01-01',
  '2027-03-01',
);
const at = (text: string) => new Date(text);
const span = (from: string, until: string | null) => ({
  from: at(from),
  until: until === null ? null : at(until),
});

const minutes = (amount: number) => ({ unit: 'minutes' as const, amount });
// Wednesday, 10:00 in the morning.
const began = at('2026-11-18T18:00:00Z');
const timeAt = (now: string, facts: Partial<Parameters<typeof computeClockTime>[0]> = {}) =>
  computeClockTime(
    { began, ended: null, target: minutes(240), pauses: [], ...facts },
    at(now),
    calendar,
  );

describe('the spans in which a clock runs', () => {
  it.each([
    ['without a pause', [], [span('2026-11-18T18:00:00Z', null)]],
    [
      'with a pause that has ended',
      [span('2026-11-19T18:00:00Z', '2026-11-20T18:00:00Z')],
      [span('2026-11-18T18:00:00Z', '2026-11-19T18:00:00Z'), span('2026-11-20T18:00:00Z', null)],
    ],
    [
      'with an ongoing pause',
      [span('2026-11-19T18:00:00Z', null)],
      [span('2026-11-18T18:00:00Z', '2026-11-19T18:00:00Z')],
    ],
    [
      'with a pause that started before the clock',
      [span('2026-11-17T18:00:00Z', '2026-11-19T18:00:00Z')],
      [span('2026-11-19T18:00:00Z', null)],
    ],
    [
      'with a pause that ended before the clock started',
      [span('2026-11-16T18:00:00Z', '2026-11-17T18:00:00Z')],
      [span('2026-11-18T18:00:00Z', null)],
    ],
    [
      'with two overlapping pauses, and a third within one of them',
      [
        span('2026-11-20T18:00:00Z', '2026-11-22T18:00:00Z'),
        span('2026-11-19T18:00:00Z', '2026-11-21T18:00:00Z'),
        span('2026-11-20T19:00:00Z', '2026-11-20T20:00:00Z'),
      ],
      [span('2026-11-18T18:00:00Z', '2026-11-19T18:00:00Z'), span('2026-11-22T18:00:00Z', null)],
    ],
    [
      'with an ongoing pause that started before the clock',
      [span('2026-11-17T18:00:00Z', null)],
      [],
    ],
  ])('%s', (_, pauses, runs) => expect(findRunningSpans(began, pauses)).toEqual(runs));
});

describe('a clock', () => {
  it('has time left until its last minute, and is overdue afterwards', () => {
    expect(timeAt('2026-11-18T21:00:00Z')).toMatchObject({
      usedMinutes: 180,
      leftMinutes: 60,
      isOver: false,
      due: at('2026-11-18T22:00:00Z'),
    });
    expect(timeAt('2026-11-18T22:00:00Z')).toMatchObject({ leftMinutes: 0, isOver: false });
    expect(timeAt('2026-11-18T22:01:00Z')).toMatchObject({
      leftMinutes: -1,
      isOver: true,
      due: at('2026-11-18T22:00:00Z'),
    });
  });

  it('meets its target when it ends outside working time after its last minute', () => {
    const friday = { began: at('2026-11-20T21:00:00Z'), ended: at('2026-11-22T20:00:00Z') };
    expect(timeAt('2026-11-24T20:00:00Z', friday)).toMatchObject({
      leftMinutes: 0,
      isOver: false,
      due: at('2026-11-21T01:00:00Z'),
    });
  });

  it('does not run during a pause, even over a weekend', () => {
    // Two hours on Friday, paused until Monday at 11:00, then two hours.
    const paused = {
      began: at('2026-11-20T18:00:00Z'),
      pauses: [span('2026-11-20T20:00:00Z', '2026-11-23T19:00:00Z')],
    };
    expect(timeAt('2026-11-23T20:00:00Z', paused)).toMatchObject({
      usedMinutes: 180,
      pausedMinutes: 420,
      leftMinutes: 60,
      due: at('2026-11-23T21:00:00Z'),
    });
    const lasts = { ...paused, pauses: [span('2026-11-20T20:00:00Z', null)] };
    expect(timeAt('2027-01-20T20:00:00Z', lasts)).toMatchObject({
      leftMinutes: 120,
      due: null,
      isOver: false,
    });
  });

  it('that was overdue before its pause stays overdue with the same due time', () => {
    const late = { pauses: [span('2026-11-19T18:00:00Z', null)] };
    expect(timeAt('2026-11-24T18:00:00Z', late)).toMatchObject({
      isOver: true,
      due: at('2026-11-18T22:00:00Z'),
    });
  });

  it('with a target in days is due at the end of working time, and a pause postpones it by as much working time', () => {
    const days = { target: { unit: 'days' as const, amount: 2 } };
    expect(timeAt('2026-11-18T18:00:00Z', days).due).toEqual(at('2026-11-21T01:00:00Z'));
    const paused = { ...days, pauses: [span('2026-11-19T17:00:00Z', '2026-11-19T19:00:00Z')] };
    expect(timeAt('2026-11-20T18:00:00Z', paused).due).toEqual(at('2026-11-23T19:00:00Z'));
  });

  it('has no due time when no working time lies ahead', () => {
    const never = createWorkingCalendar(
      { timeZone: 'UTC', week: Array.from({ length: 7 }, () => null), holidays: [] },
      '2026-11-01',
      '2027-03-01',
    );
    const time = computeClockTime(
      { began, ended: null, target: { unit: 'days', amount: 1 }, pauses: [] },
      at('2026-12-01T00:00:00Z'),
      never,
    );
    expect(time).toEqual({
      usedMinutes: 0,
      pausedMinutes: 0,
      leftMinutes: null,
      due: null,
      isOver: false,
    });
    const hours = computeClockTime(
      { began, ended: null, target: minutes(60), pauses: [] },
      at('2026-12-01T00:00:00Z'),
      never,
    );
    expect(hours).toMatchObject({ leftMinutes: 60, due: null, isOver: false });
  });
});

describe('the policy of a clock', () => {
  const large: SlaPolicy = {
    policyId: '00000000-0000-4000-8000-000000000009',
    kind: 'first_touch',
    name: 'Large',
    target: minutes(60),
    priorities: [],
    sizeTiers: ['Large', 'Enterprise'],
    isOn: true,
  };
  const policies = [large, ...defaultPolicies];
  it.each([
    ['ticket_reply', 'URGENT', 'Small', 'Reply, urgent'],
    ['ticket_reply', 'HIGH', 'Small', 'Reply, high'],
    ['ticket_reply', 'LOW', 'Small', 'Reply'],
    ['ticket_reply', 'CUSTOM', null, 'Reply'],
    ['first_touch', null, 'Large', 'Large'],
    ['first_touch', null, 'Medium', 'First touch'],
    ['first_touch', null, null, 'First touch'],
  ] as const)('%s, %s, %s', (kind, priority, sizeTier, name) =>
    expect(findMatchingPolicy(policies, { kind, priority, sizeTier })?.name).toBe(name),
  );
  it('is never a disabled one', () =>
    expect(
      findMatchingPolicy([{ ...large, isOn: false }], {
        kind: 'first_touch',
        priority: null,
        sizeTier: 'Large',
      }),
    ).toBeUndefined());

  it('can be saved unless an id or name repeats, or a policy has priorities but is not for tickets', () => {
    expect(slaPoliciesSchema.safeParse(defaultPolicies).success).toBe(true);
    expect(slaPoliciesSchema.safeParse([large, { ...large, name: 'Other' }]).success).toBe(false);
    expect(
      slaPoliciesSchema.safeParse([
        large,
        { ...large, policyId: defaultPolicies[0]?.policyId, name: ' LARGE' },
      ]).success,
    ).toBe(false);
    expect(slaPoliciesSchema.safeParse([{ ...large, priorities: ['HIGH'] }]).success).toBe(false);
    expect(slaPoliciesSchema.safeParse([{ ...large, target: minutes(0) }]).success).toBe(false);
  });
});

it.each([
  [null, false, false, 'Running'],
  [null, false, true, 'Paused'],
  [null, true, true, 'Overdue'],
  ['done', false, false, 'Met'],
  ['done', true, false, 'Breached'],
  ['dropped', false, false, 'Not counted'],
  ['dropped', true, false, 'Breached'],
] as const)('an outcome %s, over %s, paused %s is %s', (outcome, isOver, isPaused, status) =>
  expect(slaClockStatus({ outcome, isOver, isPaused })).toBe(status),
);

describe('attainment', () => {
  const row = (status: SlaStatus, decidedOn: string | null = '2026-11-18', policyVersion = 0) => ({
    policyId: 'a',
    policyName: policyVersion === 0 ? 'Old name' : 'New name',
    policyVersion,
    kind: 'ticket_reply' as const,
    status,
    decidedOn,
  });
  const one = (rows: ReturnType<typeof row>[]) => computePolicyAttainments(rows, '2026-11-01')[0];

  it('counts decided clocks, but not clocks that became overdue before the period', () => {
    const rows = [
      row('Met'),
      row('Met'),
      row('Met'),
      row('Met', '2026-11-02', 1),
      row('Breached'),
      row('Overdue'),
      row('Overdue', '2026-10-31'),
    ];
    const open = [row('Running', null), row('Paused', null), row('Not counted')];
    expect(one([...rows, ...open])).toMatchObject({
      policyName: 'New name',
      of: 6,
      share: 4 / 6,
      counts: { Met: 4, Breached: 1, Overdue: 1, Running: 1, Paused: 1, 'Not counted': 1 },
    });
  });
  it('has no share for four clocks, and a share with interval for five', () => {
    const four = [row('Met'), row('Met'), row('Met'), row('Met')];
    expect(one(four)).toMatchObject({ of: 4, share: null, interval: null });
    const five = one([...four, row('Met')]);
    expect(five?.share).toBe(1);
    expect(five?.interval?.low).toBeCloseTo(0.5655, 3);
  });
  it('is empty without clocks', () =>
    expect(computePolicyAttainments([], '2026-11-01')).toEqual([]));
});

it.each([
  [{ unit: 'days', amount: 1 }, '1 working day'],
  [{ unit: 'minutes', amount: 240 }, '4 working hours'],
  [{ unit: 'minutes', amount: 90 }, '90 working minutes'],
] as const)('%o reads %s', (target, text) => expect(slaTargetText(target)).toBe(text));
