import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workingTimeSchema } from './working-time.ts';
import {
  absenceProblem,
  computeFreeMinutes,
  computeWorkingMinutes,
  createDefaultWorkingTime,
  doSpansOverlap,
  findInstantOnDay,
  findWorkHoursOnDay,
} from './working-time-rules.ts';

const zone = 'America/Los_Angeles';
const usual = createDefaultWorkingTime(zone);
const allDay = { from: 0, until: 1440 };
const always = { ...usual, week: Array.from({ length: 7 }, () => allDay) };
const person = { workingTime: usual, ownWeek: null, absences: [] };

describe('the clock', () => {
  it.each([
    ['2026-11-18', 540, '2026-11-18T17:00:00.000Z'],
    ['2026-07-01', 540, '2026-07-01T16:00:00.000Z'],
    // 01:30 occurs twice; the first one is returned.
    ['2026-11-01', 90, '2026-11-01T08:30:00.000Z'],
    // 02:30 is skipped.
    ['2026-03-08', 150, '2026-03-08T10:00:00.000Z'],
    ['2026-03-08', 180, '2026-03-08T10:00:00.000Z'],
    ['2026-03-08', 0, '2026-03-08T08:00:00.000Z'],
  ])('%s, minute %i', (day, minute, instant) => {
    expect(findInstantOnDay(zone, day, minute).toISOString()).toBe(instant);
  });

  it.each([
    ['Africa/Cairo', '2025-04-25', '2025-04-24T22:00:00.000Z'],
    ['Asia/Beirut', '2025-03-30', '2025-03-29T22:00:00.000Z'],
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])(
    'returns the instant of the skip for a midnight that %s skips: %s',
    (timeZone, day, instant) => {
      expect(findInstantOnDay(timeZone, day, 0).toISOString()).toBe(instant);
    },
  );

  it('returns, in every zone, the first instant at which the wall clock has reached the time', () => {
    const formats = new Map<string, Intl.DateTimeFormat>();
    const shown = (timeZone: string, at: number): string => {
      const format =
        formats.get(timeZone) ??
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      formats.set(timeZone, format);
      return format.format(at);
    };
    const wall = (day: string, minutes: number): string =>
      new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({
          min: Date.UTC(1985, 0, 1) / 86_400_000,
          max: Date.UTC(2030, 0, 1) / 86_400_000,
        }),
        fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1440 })),
        (timeZone, epochDay, minutes) => {
          const day = new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
          const at = findInstantOnDay(timeZone, day, minutes).getTime();
          expect(shown(timeZone, at) >= wall(day, minutes)).toBe(true);
          expect(shown(timeZone, at - 1_000) < wall(day, minutes)).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('minutes of working time', () => {
  const between = (from: string, until: string, hours = usual) =>
    computeWorkingMinutes(hours, new Date(from), new Date(until));

  it.each([
    ['within a day', '2026-11-18T17:30:00Z', '2026-11-18T18:00:00Z', 30],
    ['from before work', '2026-11-18T10:00:00Z', '2026-11-18T18:00:00Z', 60],
    ['over midnight', '2026-11-19T00:00:00Z', '2026-11-19T18:00:00Z', 120],
    ['over a weekend', '2026-11-20T17:00:00Z', '2026-11-23T17:00:00Z', 480],
    ['over the change to winter', '2026-10-30T16:00:00Z', '2026-11-02T17:00:00Z', 480],
    ['backwards', '2026-11-19T18:00:00Z', '2026-11-18T18:00:00Z', 0],
  ])('%s', (_, from, until, minutes) => {
    expect(between(from, until)).toBe(minutes);
  });

  it('counts elapsed time when a clock change repeats or skips an hour', () => {
    expect(between('2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z', always)).toBe(25 * 60);
    expect(between('2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z', always)).toBe(23 * 60);
  });

  it('counts nothing on a holiday, also on the day of a clock change, and part of a half day', () => {
    const holiday = (day: string, until: number | null) => ({
      ...always,
      holidays: [{ day, name: 'Holiday', until }],
    });
    expect(
      between('2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z', holiday('2026-11-01', null)),
    ).toBe(0);
    expect(
      between('2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z', holiday('2026-11-01', 720)),
    ).toBe(13 * 60);
    expect(
      between('2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z', holiday('2026-03-08', 720)),
    ).toBe(11 * 60);
    expect(
      findWorkHoursOnDay(
        { ...usual, holidays: [{ day: '2026-11-18', name: 'Late', until: 540 }] },
        '2026-11-18',
      ),
    ).toBeNull();
  });

  const instant = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2026-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const hours = fc.record({
    timeZone: fc.constantFrom(zone, 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'),
    week: fc.array(
      fc.option(
        fc
          .tuple(fc.integer({ min: 0, max: 720 }), fc.integer({ min: 721, max: 1440 }))
          .map(([from, until]) => ({ from, until })),
        {
          nil: null,
        },
      ),
      { minLength: 7, maxLength: 7 },
    ),
    holidays: fc.constantFrom<{ day: string; name: string; until: number | null }[]>(
      [],
      [{ day: '2026-03-08', name: 'One', until: null }],
      [{ day: '2026-10-25', name: 'Half', until: 600 }],
    ),
  });

  it('adds up over any intermediate instant and never exceeds the elapsed time', () => {
    fc.assert(
      fc.property(hours, fc.tuple(instant, instant, instant), (set, instants) => {
        const [a, b, c] = instants.toSorted((one, other) => one.getTime() - other.getTime());
        if (a === undefined || b === undefined || c === undefined) return;
        const whole = computeWorkingMinutes(set, a, c);
        expect(computeWorkingMinutes(set, a, b) + computeWorkingMinutes(set, b, c)).toBeCloseTo(
          whole,
          6,
        );
        expect(whole).toBeGreaterThanOrEqual(0);
        expect(whole).toBeLessThanOrEqual((c.getTime() - a.getTime()) / 60_000 + 1e-6);
      }),
      { numRuns: 40 },
    );
  });

  it('equals the elapsed time for hours around the clock', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const passed = Math.max(0, (b.getTime() - a.getTime()) / 60_000);
        expect(computeWorkingMinutes(always, a, b)).toBeCloseTo(passed, 6);
      }),
      { numRuns: 30 },
    );
  });
});

describe('free minutes of a person', () => {
  it('are working time times both factors', () =>
    expect(computeFreeMinutes(person, '2026-11-18')).toBe(306));
  it('are 0 on a weekend, during an absence, and for a user without hours', () => {
    expect(computeFreeMinutes(person, '2026-11-21')).toBe(0);
    expect(
      computeFreeMinutes(
        { ...person, absences: [{ from: '2026-11-16', until: '2026-11-18' }] },
        '2026-11-18',
      ),
    ).toBe(0);
    expect(
      computeFreeMinutes(
        { ...person, absences: [{ from: '2026-11-16', until: '2026-11-18' }] },
        '2026-11-19',
      ),
    ).toBe(306);
    expect(
      computeFreeMinutes(
        { ...person, ownWeek: Array.from({ length: 7 }, () => null) },
        '2026-11-18',
      ),
    ).toBe(0);
  });
  it('follow the person’s own hours', () => {
    const ownWeek = usual.week.map((window) => window && { from: 540, until: 780 });
    expect(computeFreeMinutes({ ...person, ownWeek }, '2026-11-18')).toBe(153);
  });
});

describe('an absence', () => {
  it.each([
    ['ends before it begins', { from: '2026-11-20', until: '2026-11-19' }, /before the first day/],
    ['is over', { from: '2026-11-02', until: '2026-11-03' }, /not be in the past/],
    ['is endless', { from: '2026-11-20', until: '2028-11-20' }, /at most a year/],
  ])('%s', (_, span, problem) => expect(absenceProblem(span, '2026-11-18')).toMatch(problem));
  it('of one day is valid', () =>
    expect(
      absenceProblem({ from: '2026-11-18', until: '2026-11-18' }, '2026-11-18'),
    ).toBeUndefined());
  it('overlaps another that shares a day', () => {
    const span = { from: '2026-11-16', until: '2026-11-18' };
    expect(doSpansOverlap(span, { from: '2026-11-18', until: '2026-11-20' })).toBe(true);
    expect(doSpansOverlap(span, { from: '2026-11-19', until: '2026-11-20' })).toBe(false);
  });
});

it('the default settings are valid, and contradictory settings are refused', () => {
  expect(workingTimeSchema.safeParse(usual).success).toBe(true);
  expect(workingTimeSchema.safeParse({ ...usual, timeZone: 'Mars/Olympus' }).success).toBe(false);
  expect(workingTimeSchema.safeParse({ ...usual, week: usual.week.slice(1) }).success).toBe(false);
  expect(
    workingTimeSchema.safeParse({
      ...usual,
      week: [{ from: 600, until: 540 }, ...usual.week.slice(1)],
    }).success,
  ).toBe(false);
  const holiday = { day: '2026-12-25', name: 'Christmas', until: null };
  expect(workingTimeSchema.safeParse({ ...usual, holidays: [holiday, holiday] }).success).toBe(
    false,
  );
});
