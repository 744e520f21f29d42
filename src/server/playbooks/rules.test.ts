import { describe, expect, it } from 'vitest';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import {
  assignStep,
  type CurrentStep,
  dayAfterDelay,
  decideRunAdvance,
  noRunReason,
  type PlaybookPeople,
  type RunAdvanceFacts,
} from './rules.ts';
import { simulatedStartWeeks } from './trial-rules.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(8)) as [
  string,
  string,
  string,
  string,
];
const due = { days: 2, unit: 'calendar' } as const;
const work = { title: 'Call', details: '', assigneeId: null, due };
const task = (stepId: string, waits: boolean): PlaybookStep => ({
  kind: 'task',
  stepId,
  next: 'following',
  ...work,
  waits,
});
const steps: PlaybookStep[] = [
  task(a, false),
  { kind: 'wait', stepId: b, next: 'following', delay: { days: 3, unit: 'calendar' } },
  { kind: 'branch', stepId: c, next: 'end', otherwise: 'following', conditions: 'saved' },
  { kind: 'checkpoint', stepId: d, next: 'following', ...work, until: 'seen' },
];

const factsWith = (fitting: string[], facts: Partial<RunAdvanceFacts> = {}): RunAdvanceFacts => ({
  today: '2026-11-18',
  isGone: false,
  noticedOn: null,
  fits: (conditions) => fitting.includes(conditions),
  dayAfter: (delay) =>
    dayAfterDelay(delay, '2026-11-18', createDefaultWorkingTime('America/Los_Angeles')),
  ...facts,
});
const move = (
  current: CurrentStep | null,
  fitting: string[] = [],
  facts: Partial<RunAdvanceFacts> = {},
) => decideRunAdvance({ exit: 'out', steps }, current, factsWith(fitting, facts));
const brief = (moved: ReturnType<typeof move>) =>
  moved && [
    moved.left,
    moved.entered.map(({ step, outcome }) => [step.stepId, outcome]),
    moved.end?.state ?? null,
  ];

describe('a run', () => {
  it('passes steps that complete at once, and stops at one that stays open', () => {
    expect(brief(move(null))).toEqual([
      null,
      [
        [a, null],
        [b, null],
      ],
      null,
    ]);
    expect(move(null)?.entered[1]?.dueOn).toBe('2026-11-21');
  });

  it('stays at a wait until its day', () => {
    expect(move({ stepId: b, dueOn: '2026-11-19', outcome: null })).toBeUndefined();
    expect(brief(move({ stepId: b, dueOn: '2026-11-18', outcome: null }))).toEqual([
      'waited',
      [
        [c, 'no'],
        [d, null],
      ],
      null,
    ]);
  });

  it('follows the matching way of its branch, and is completed at the end', () => {
    expect(brief(move({ stepId: b, dueOn: '2026-11-18', outcome: null }, ['saved']))).toEqual([
      'waited',
      [[c, 'yes']],
      'completed',
    ]);
  });

  it('stays at a checkpoint until it is checked off or its conditions match', () => {
    const checkpoint = { stepId: d, dueOn: '2026-11-01', outcome: null };
    expect(move(checkpoint)).toBeUndefined();
    expect(brief(move(checkpoint, ['seen']))).toEqual(['held', [], 'completed']);
    expect(brief(move({ ...checkpoint, outcome: 'done' }))).toEqual([null, [], 'completed']);
    // A checkpoint whose conditions already match gets no task.
    const passed = move({ stepId: b, dueOn: '2026-11-18', outcome: null }, ['seen']);
    expect(passed?.entered.at(-1)).toMatchObject({ outcome: 'held', hasTask: false, dueOn: null });
    expect(passed?.end?.state).toBe('completed');
  });

  it('ends early once its customer matches the exit conditions or is lost', () => {
    expect(move(null, ['out'])).toEqual({
      left: null,
      entered: [],
      end: { state: 'exited', reason: 'The customer matches the exit conditions' },
    });
    expect(move({ stepId: d, dueOn: null, outcome: null }, [], { isGone: true })?.end).toEqual({
      state: 'exited',
      reason: 'The customer has left',
    });
  });

  it('waits for its task when the step requires it', () => {
    const waiting = [task(a, true), task(b, true)];
    const at = (outcome: CurrentStep['outcome']) =>
      decideRunAdvance(
        { exit: '', steps: waiting },
        { stepId: a, dueOn: null, outcome },
        factsWith(['']),
      );
    expect(brief(at(null))).toBeUndefined();
    expect(brief(at('dropped'))).toEqual([null, [[b, null]], null]);
  });
});

describe('a delay', () => {
  const hours = createDefaultWorkingTime('America/Los_Angeles');
  const days = (count: number, holidays: string[] = []) =>
    dayAfterDelay({ days: count, unit: 'working' }, '2026-11-20', {
      ...hours,
      holidays: holidays.map((day) => ({ day, name: 'Closed', until: null })),
    });

  it('counts working days over weekends and holidays', () => {
    // The first day is a Friday.
    expect(days(0)).toBe('2026-11-20');
    expect(days(1)).toBe('2026-11-23');
    expect(days(4, ['2026-11-26'])).toBe('2026-11-27');
    expect(dayAfterDelay({ days: 4, unit: 'calendar' }, '2026-11-20', hours)).toBe('2026-11-24');
  });

  it('counts every day when no day has working time', () => {
    expect(
      dayAfterDelay({ days: 2, unit: 'working' }, '2026-11-20', {
        ...hours,
        week: hours.week.map(() => null),
      }),
    ).toBe('2026-11-22');
  });
});

describe('the work of a step', () => {
  const person = (id: string, name: string, isActive = true) =>
    [id, { id, name, isActive }] as const;
  const people: PlaybookPeople = {
    byId: new Map([
      person('o', 'Olive Owner'),
      person('f', 'Fay Fallback'),
      person('l', 'Lee Leaver', false),
    ]),
    byOwnerName: new Map([['Olive Owner', { id: 'o', name: 'Olive Owner' }]]),
  };
  const given = (assigneeId: string | null, ownerName: string | null, fallbackId = 'f') => {
    const { person: to, note } = assignStep({ assigneeId }, ownerName, fallbackId, people);
    return [to?.name ?? null, note];
  };

  it('goes to the owner or the named person', () => {
    expect(given(null, 'Olive Owner')).toEqual(['Olive Owner', null]);
    expect(given('f', 'Olive Owner')).toEqual(['Fay Fallback', null]);
  });

  it('goes to the fallback of a disabled assignee, with a note', () => {
    expect(given(null, 'Gone Person')).toEqual([
      'Fay Fallback',
      'Gone Person is no longer active: assigned to Fay Fallback.',
    ]);
    expect(given('l', 'Olive Owner')).toEqual([
      'Fay Fallback',
      'Lee Leaver is no longer active: assigned to Fay Fallback.',
    ]);
    expect(given(null, 'Unassigned')).toEqual([
      'Fay Fallback',
      'The customer has no owner: assigned to Fay Fallback.',
    ]);
  });

  it('is unassigned when the fallback is disabled too', () => {
    expect(given('l', null, 'l')).toEqual([
      null,
      'Lee Leaver is no longer active. Lee Leaver is no longer active either, so this is unassigned.',
    ]);
  });
});

it('starts no run for a customer that has an active or recent run, or that does not match', () => {
  const candidate = {
    ...{ isGone: false, isLeaving: false, fits: true },
    ...{ hasActive: false, lastStartedOn: null },
  };
  const why = (part: Partial<typeof candidate> | { lastStartedOn: string }) =>
    noRunReason({ ...candidate, ...part }, 30, '2026-11-18');
  expect(why({})).toBeUndefined();
  expect(why({ isGone: true })).toBe('gone');
  expect(why({ isLeaving: true })).toBe('leaving');
  expect(why({ fits: false })).toBe('unfit');
  expect(why({ hasActive: true })).toBe('active');
  expect(why({ lastStartedOn: '2026-10-20' })).toBe('recent');
  expect(why({ lastStartedOn: '2026-10-19' })).toBeUndefined();
});

it('would have started in the first week of each series of matching weeks, and not again within the pause', () => {
  const weeks = ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25', '2026-11-01'];
  const found = (matched: string[], againDays: number, fitting = weeks) =>
    simulatedStartWeeks(matched, new Set(fitting), { weeks, againDays });
  expect(found(weeks, 0)).toEqual(['2026-10-04']);
  expect(found(['2026-09-27', ...weeks], 0)).toEqual([]);
  expect(found(['2026-10-04', '2026-10-18', '2026-11-01'], 14)).toEqual([
    '2026-10-04',
    '2026-10-18',
    '2026-11-01',
  ]);
  expect(found(['2026-10-04', '2026-10-18', '2026-11-01'], 15)).toEqual([
    '2026-10-04',
    '2026-11-01',
  ]);
  expect(found(['2026-10-04', '2026-10-18'], 0, ['2026-10-18'])).toEqual(['2026-10-18']);
});
