import { addDays, type Day, dayIn, weekday } from '#shared/core/dates.ts';
import type { WorkingTime, WorkingWeek } from './working-time.ts';

const minuteMs = 60_000;
/** Formatters by time zone, cached because creating a formatter is far slower than using it. */
const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local wall-clock time of an instant, encoded as if it were UTC milliseconds. */
function wallClock(timeZone: string, instant: number): number {
  const known = clockFormats.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  if (known === undefined) clockFormats.set(timeZone, format);
  const at = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const parts = format.formatToParts(instant);
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/**
 * Returns the first instant at which a zone's wall clock shows at least `minutes` after midnight of
 * `day`. For a time that occurs twice, returns the first; for a skipped time, returns the instant
 * of the skip.
 */
export function findInstantOnDay(timeZone: string, day: Day, minutes: number): Date {
  const target = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  const offsets = [-1, 1].map((side) => {
    const near = target + side * 86_400_000;
    return wallClock(timeZone, near) - near;
  });
  const candidates = offsets.map((offset) => target - offset);
  const matches = candidates.filter((instant) => wallClock(timeZone, instant) === target);
  if (matches.length > 0) return new Date(Math.min(...matches));
  // The clock change skips the requested time, so the skip lies between the two candidates.
  let before = Math.min(...candidates);
  let after = Math.max(...candidates);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClock(timeZone, middle) < target) before = middle;
    else after = middle;
  }
  return new Date(after);
}

type Hours = Pick<WorkingTime, 'timeZone' | 'week' | 'holidays'>;

/** Returns start and end of work on a day, in minutes since midnight; `null` on a day off. */
export function findWorkHoursOnDay(
  { week, holidays }: Pick<Hours, 'week' | 'holidays'>,
  day: Day,
): WorkingWeek[number] {
  const window = week[weekday(day)] ?? null;
  const holiday = holidays.find((each) => each.day === day);
  if (window === null || holiday === undefined) return window;
  if (holiday.until === null || holiday.until <= window.from) return null;
  return { from: window.from, until: Math.min(window.until, holiday.until) };
}

/**
 * Returns minutes of working time between two instants, or 0 when `until` is not after `from`.
 * Counts elapsed time across clock changes.
 */
export function computeWorkingMinutes(hours: Hours, from: Date, until: Date): number {
  let milliseconds = 0;
  if (until <= from) return 0;
  const last = dayIn(hours.timeZone, until);
  for (let day = dayIn(hours.timeZone, from); day <= last; day = addDays(day, 1)) {
    const window = findWorkHoursOnDay(hours, day);
    if (window === null) continue;
    const begins = Math.max(
      findInstantOnDay(hours.timeZone, day, window.from).getTime(),
      from.getTime(),
    );
    const ends = Math.min(
      findInstantOnDay(hours.timeZone, day, window.until).getTime(),
      until.getTime(),
    );
    milliseconds += Math.max(0, ends - begins);
  }
  return milliseconds / minuteMs;
}

/** Period from its first to its last day, both included. */
export interface DaySpan {
  from: Day;
  until: Day;
}

export const isDayWithinSpan = ({ from, until }: DaySpan, day: Day): boolean =>
  from <= day && day <= until;
export const doSpansOverlap = (one: DaySpan, other: DaySpan): boolean =>
  one.from <= other.until && other.from <= one.until;

interface PersonTime {
  workingTime: WorkingTime;
  /** `null` when the team's hours apply. */
  ownWeek: WorkingWeek | null;
  absences: readonly DaySpan[];
}

/**
 * Returns the whole minutes that a person can plan for customers on a day; 0 on a day of absence.
 * The working time is multiplied by both capacity factors.
 */
export function computeFreeMinutes(
  { workingTime, ownWeek, absences }: PersonTime,
  day: Day,
): number {
  if (absences.some((absence) => isDayWithinSpan(absence, day))) return 0;
  const { timeZone, holidays, factors } = workingTime;
  const hours = { timeZone, holidays, week: ownWeek ?? workingTime.week };
  const worked = computeWorkingMinutes(
    hours,
    findInstantOnDay(timeZone, day, 0),
    findInstantOnDay(timeZone, addDays(day, 1), 0),
  );
  // Rounds to tenths first, so that floating-point error does not lose a whole minute.
  return Math.floor(Math.round(worked * factors.forCustomers * factors.plannable * 10) / 10);
}

const longestAbsenceDays = 366;

/**
 * Returns the problem with an absence, prefixed by the name of the field; `undefined` when there is
 * none.
 */
export function absenceProblem({ from, until }: DaySpan, today: Day): string | undefined {
  if (until < from) return 'until: must not be before the first day';
  if (until < today) return 'until: must not be in the past';
  return until > addDays(from, longestAbsenceDays)
    ? 'until: must be at most a year after the first day'
    : undefined;
}

const nineToFive = { from: 9 * 60, until: 17 * 60 };

/** Returns the settings in effect until an admin saves other settings. */
export const createDefaultWorkingTime = (timeZone: string): WorkingTime => ({
  timeZone,
  week: [null, nineToFive, nineToFive, nineToFive, nineToFive, nineToFive, null],
  holidays: [],
  factors: { forCustomers: 0.75, plannable: 0.85 },
  baseHours: {
    Small: { onboarding: 0.5, grace: 0.25, settled: 0.1 },
    Medium: { onboarding: 0.75, grace: 0.4, settled: 0.2 },
    Large: { onboarding: 1.5, grace: 0.75, settled: 0.4 },
    Enterprise: { onboarding: 3, grace: 1.5, settled: 1 },
  },
  minutes: { task: 20, risk: 30, renewal: 45, churn: 40, onboarding: 25 },
});
