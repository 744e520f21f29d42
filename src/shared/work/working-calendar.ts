import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { WorkingTime } from './working-time.ts';
import { findInstantOnDay, findWorkHoursOnDay } from './working-time-rules.ts';

const minuteMs = 60_000;

interface Window {
  day: Day;
  /** Start in milliseconds since 1970. */
  from: number;
  until: number;
  /** Working time in all earlier periods of work, in milliseconds. */
  before: number;
}

/** Working time between two days, computed once for many clocks. */
export interface WorkingCalendar {
  /**
   * Returns minutes of working time between two instants, or 0 when `until` is not after `from`.
   * The result is the same as that of `computeWorkingMinutes`.
   */
  minutesBetween: (from: Date, until: Date) => number;
  /**
   * Returns the instant when `minutes` of working time have passed since `from`; `null` beyond the
   * calendar's end.
   */
  after: (from: Date, minutes: number) => Date | null;
  /**
   * Returns the end of work on the nth working day after `from`'s day, counted from 1; `null`
   * beyond the calendar's end.
   */
  endOfDayAfter: (from: Date, days: number) => Date | null;
}

/**
 * Builds the calendar of the days from `first` to `last`. It has no working time outside these
 * days.
 */
export function createWorkingCalendar(
  hours: Pick<WorkingTime, 'timeZone' | 'week' | 'holidays'>,
  first: Day,
  last: Day,
): WorkingCalendar {
  const windows = windowsOf(hours, first, last);

  /**
   * Returns the first window that passes the test, by binary search. All windows after it must pass
   * the test too.
   */
  function firstWindowWhere(test: (window: Window) => boolean): Window | undefined {
    let [low, high] = [0, windows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const window = windows[middle];
      if (window !== undefined && test(window)) high = middle;
      else low = middle + 1;
    }
    return windows[low];
  }

  const total = windows.reduce((sum, { from, until }) => sum + until - from, 0);

  /** Returns the milliseconds of working time from the calendar's start to an instant. */
  function workedMs(instant: number): number {
    const window = firstWindowWhere(({ until }) => until > instant);
    return window === undefined ? total : window.before + Math.max(0, instant - window.from);
  }

  return {
    minutesBetween: (from, until) =>
      Math.max(0, workedMs(until.getTime()) - workedMs(from.getTime())) / minuteMs,
    after(from, minutes) {
      if (minutes <= 0) return from;
      // Rounds to whole milliseconds: a fraction past the end of work would count as the next day.
      const target = workedMs(from.getTime()) + Math.round(minutes * minuteMs);
      const window = firstWindowWhere((each) => each.before + each.until - each.from >= target);
      return window === undefined ? null : new Date(window.from + target - window.before);
    },
    endOfDayAfter(from, days) {
      const day = dayIn(hours.timeZone, from);
      const next = firstWindowWhere((window) => window.day > day);
      const window = next && windows[windows.indexOf(next) + days - 1];
      return window === undefined ? null : new Date(window.until);
    },
  };
}

function windowsOf(
  hours: Pick<WorkingTime, 'timeZone' | 'week' | 'holidays'>,
  first: Day,
  last: Day,
): Window[] {
  const windows: Window[] = [];
  let before = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const window = findWorkHoursOnDay(hours, day);
    if (window === null) continue;
    const from = findInstantOnDay(hours.timeZone, day, window.from).getTime();
    const until = findInstantOnDay(hours.timeZone, day, window.until).getTime();
    if (until <= from) continue;
    windows.push({ day, from, until, before });
    before += until - from;
  }
  return windows;
}
