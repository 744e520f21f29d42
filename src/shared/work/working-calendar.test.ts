import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import { createWorkingCalendar } from './working-calendar.ts';
import type { WorkingTime } from './working-time.ts';
import { computeWorkingMinutes, createDefaultWorkingTime } from './working-time-rules.ts';

type Hours = Pick<WorkingTime, 'timeZone' | 'week' | 'holidays'>;
const zone = 'America/Los_Angeles';
const usual: Hours = createDefaultWorkingTime(zone);
const [first, last] = ['2026-01-01', '2026-12-31'];
const minute = 60_000;

/** Counts working minutes one by one from the local time, without the calendar's code. */
function countedMinutes({ timeZone, week, holidays }: Hours, from: number, until: number): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  let count = 0;
  let shown: Record<string, string> = {};
  let shownAt = Number.NEGATIVE_INFINITY;
  for (let at = from; at < until; at += minute) {
    // Clocks change only at full quarters of an hour, so the local time is formatted once for each.
    const quarter = Math.floor(at / (15 * minute)) * 15 * minute;
    if (quarter !== shownAt) {
      shownAt = quarter;
      shown = Object.fromEntries(
        clock.formatToParts(quarter).map(({ type, value }) => [type, value]),
      );
    }
    const window =
      week[['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(shown.weekday ?? '')];
    if (window == null) continue;
    const holiday = holidays.find(({ day }) => day === `${shown.year}-${shown.month}-${shown.day}`);
    const end = holiday === undefined ? window.until : Math.min(window.until, holiday.until ?? 0);
    const now =
      Number(shown.hour) * 60 + Number(shown.minute) + Math.floor((at - quarter) / minute);
    if (now >= window.from && now < end) count += 1;
  }
  return count;
}

// No window begins or ends in the hour that a clock change skips or repeats.
const edge = fc.oneof(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 181, max: 1440 }));
const window = fc.tuple(edge, edge).filter(([from, until]) => from < until);
const hoursOf = (
  windows: readonly ([number, number] | null)[],
  holidays: Hours['holidays'],
): Hours => ({
  timeZone: zone,
  week: windows.map((each) => each && { from: each[0], until: each[1] }),
  holidays,
});
const holidays = fc.constantFrom<Hours['holidays']>(
  [],
  [{ day: '2026-03-08', name: 'On the change to summer', until: null }],
  [
    { day: '2026-11-01', name: 'Half, on the change to winter', until: 720 },
    { day: '2026-03-09', name: 'Half', until: 600 },
  ],
);
const hours = fc
  .tuple(fc.array(fc.option(window, { nil: null }), { minLength: 7, maxLength: 7 }), holidays)
  .map(([windows, days]) => hoursOf(windows, days));
/** Generates starts on days around U.S. clock changes and on a day far from them. */
const start = fc
  .tuple(
    fc.constantFrom(
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-07-02',
    ),
    fc.integer({ min: 0, max: 1439 }),
  )
  .map(([day, minutes]) => Date.parse(`${day}T00:00:00Z`) + minutes * minute);

describe('compared with a count minute by minute', () => {
  it('gives the same working time between two instants', () => {
    fc.assert(
      fc.property(hours, start, fc.integer({ min: 0, max: 4 * 1440 }), (set, from, length) => {
        const until = from + length * minute;
        const calendar = createWorkingCalendar(set, first, last);
        expect(calendar.minutesBetween(new Date(from), new Date(until))).toBeCloseTo(
          countedMinutes(set, from, until),
          6,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('returns the first instant by which the given minutes were counted', () => {
    fc.assert(
      fc.property(hours, start, fc.integer({ min: 1, max: 900 }), (set, from, minutes) => {
        const at = createWorkingCalendar(set, first, addDays(last, 0))
          .after(new Date(from), minutes)
          ?.getTime();
        if (at === undefined || at - from > 8 * 1440 * minute) return;
        expect(countedMinutes(set, from, at)).toBe(minutes);
        expect(countedMinutes(set, from, at - minute)).toBe(minutes - 1);
      }),
      { numRuns: 60 },
    );
  });
});

it('minutesBetween agrees with workingMinutes, and after inverts it', () => {
  const instant = fc.date({
    min: new Date('2026-01-02T00:00:00Z'),
    max: new Date('2026-12-20T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(hours, instant, instant, (set, from, until) => {
      const calendar = createWorkingCalendar(set, first, last);
      const minutes = calendar.minutesBetween(from, until);
      expect(minutes).toBeCloseTo(computeWorkingMinutes(set, from, until), 6);
      if (minutes === 0) return;
      const back = calendar.after(from, minutes);
      expect(
        back && back.getTime() <= until.getTime() + 1 && calendar.minutesBetween(from, back),
      ).toBeCloseTo(minutes, 6);
    }),
    { numRuns: 40 },
  );
});

describe('examples', () => {
  const calendar = createWorkingCalendar(usual, first, last);
  const instantAfter = (from: string, minutes: number, of = calendar) =>
    of.after(new Date(from), minutes)?.toISOString();

  it.each([
    ['within a day', '2026-11-18T17:30:00Z', 60, '2026-11-18T18:30:00.000Z'],
    ['from before work', '2026-11-18T10:00:00Z', 60, '2026-11-18T18:00:00.000Z'],
    ['up to the end of work', '2026-11-18T17:00:00Z', 480, '2026-11-19T01:00:00.000Z'],
    ['over a night', '2026-11-19T00:30:00Z', 60, '2026-11-19T17:30:00.000Z'],
    ['over a weekend', '2026-11-21T00:30:00Z', 60, '2026-11-23T17:30:00.000Z'],
    // Work ends at 00:00 UTC on Friday, and at 01:00 UTC from Monday on.
    [
      'over the weekend on which summer time ends, November 1',
      '2026-10-30T23:00:00Z',
      480,
      '2026-11-03T00:00:00.000Z',
    ],
    [
      'over the weekend on which summer time begins, March 8',
      '2026-03-07T00:00:00Z',
      480,
      '2026-03-09T23:00:00.000Z',
    ],
    // A fraction of a minute that has no exact floating-point value.
    [
      'up to the end of work, from within a second',
      '2026-11-18T17:00:00.006Z',
      (480 * 60_000 - 6) / 60_000,
      '2026-11-19T01:00:00.000Z',
    ],
    ['zero minutes', '2026-11-21T12:00:00Z', 0, '2026-11-21T12:00:00.000Z'],
  ])('%s', (_, from, minutes, instant) => expect(instantAfter(from, minutes)).toBe(instant));

  it('a whole day of work on a clock change has 23 or 25 hours', () => {
    const always = createWorkingCalendar(
      hoursOf(
        Array.from({ length: 7 }, () => [0, 1440] as const).map(([a, b]) => [a, b]),
        [],
      ),
      first,
      last,
    );
    expect(instantAfter('2026-03-08T08:00:00Z', 23 * 60, always)).toBe('2026-03-09T07:00:00.000Z');
    expect(instantAfter('2026-11-01T07:00:00Z', 25 * 60, always)).toBe('2026-11-02T08:00:00.000Z');
    expect(instantAfter('2026-11-01T07:00:00Z', 24 * 60, always)).toBe('2026-11-02T07:00:00.000Z');
  });

  it('a holiday has no working time, and a half day has half', () => {
    const thanksgiving = [
      { day: '2026-11-26', name: 'Thanksgiving', until: null },
      { day: '2026-11-25', name: 'The day before', until: 12 * 60 },
    ];
    const festive = createWorkingCalendar({ ...usual, holidays: thanksgiving }, first, last);
    expect(instantAfter('2026-11-25T17:00:00Z', 180, festive)).toBe('2026-11-25T20:00:00.000Z');
    expect(instantAfter('2026-11-25T17:00:00Z', 181, festive)).toBe('2026-11-27T17:01:00.000Z');
    expect(festive.endOfDayAfter(new Date('2026-11-24T20:00:00Z'), 1)?.toISOString()).toBe(
      '2026-11-25T20:00:00.000Z',
    );
    expect(festive.endOfDayAfter(new Date('2026-11-24T20:00:00Z'), 2)?.toISOString()).toBe(
      '2026-11-28T01:00:00.000Z',
    );
  });

  it('returns the end of work on the nth working day after the start day', () => {
    const end = (from: string, days: number) =>
      calendar.endOfDayAfter(new Date(from), days)?.toISOString();
    expect(end('2026-11-20T18:00:00Z', 1)).toBe('2026-11-24T01:00:00.000Z');
    expect(end('2026-11-21T18:00:00Z', 1)).toBe('2026-11-24T01:00:00.000Z');
    // In the business time zone, it is still Friday.
    expect(end('2026-11-21T07:00:00Z', 2)).toBe('2026-11-25T01:00:00.000Z');
    expect(end('2026-10-30T18:00:00Z', 1)).toBe('2026-11-03T01:00:00.000Z');
  });

  it('without working time, no instant is returned', () => {
    const never = createWorkingCalendar(
      hoursOf(
        Array.from({ length: 7 }, () => null),
        [],
      ),
      first,
      last,
    );
    expect(never.after(new Date('2026-03-01T00:00:00Z'), 1)).toBeNull();
    expect(never.endOfDayAfter(new Date('2026-03-01T00:00:00Z'), 1)).toBeNull();
    expect(
      never.minutesBetween(new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')),
    ).toBe(0);
  });
});
