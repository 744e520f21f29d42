import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { WorkingTime } from './working-time.ts';
import { instantAt, windowOn } from './working-time-rules.ts';

const minuteMs = 60_000;

interface Window {
  day: Day;
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  /** Working time of all windows before it, in milliseconds. */
  before: number;
}

/** The working time between two days, reckoned once so that many clocks can be read from it. */
export interface WorkingCalendar {
  /** As workingMinutes: minutes of working time between two instants, 0 where the second is not after the first. */
  minutesBetween: (from: Date, until: Date) => number;
  /** The first instant by which so many minutes of working time have passed since `from`; null where the calendar ends before. */
  after: (from: Date, minutes: number) => Date | null;
  /** When work ends on the nth working day after the day of `from`, counted from 1; null where the calendar ends before. */
  endOfDayAfter: (from: Date, days: number) => Date | null;
}

/** The calendar of the days from `first` to `last`; before and after them there is no working time. */
export function workingCalendar(hours: Pick<WorkingTime, 'timeZone' | 'week' | 'holidays'>, first: Day, last: Day): WorkingCalendar {
  const windows = windowsOf(hours, first, last);

  /** The first window for which the test holds; the tests hold from some window on. */
  function firstWhere(holds: (window: Window) => boolean): Window | undefined {
    let [low, high] = [0, windows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const window = windows[middle];
      if (window !== undefined && holds(window)) high = middle;
      else low = middle + 1;
    }
    return windows[low];
  }

  const total = windows.reduce((sum, { from, until }) => sum + until - from, 0);

  /** Milliseconds of working time from the calendar's beginning to an instant. */
  function passed(instant: number): number {
    const window = firstWhere(({ until }) => until > instant);
    return window === undefined ? total : window.before + Math.max(0, instant - window.from);
  }

  return {
    minutesBetween: (from, until) => Math.max(0, passed(until.getTime()) - passed(from.getTime())) / minuteMs,
    after(from, minutes) {
      if (minutes <= 0) return from;
      // Whole milliseconds: a fraction of one beyond the end of work would be the next day's.
      const wanted = passed(from.getTime()) + Math.round(minutes * minuteMs);
      const window = firstWhere((each) => each.before + each.until - each.from >= wanted);
      return window === undefined ? null : new Date(window.from + wanted - window.before);
    },
    endOfDayAfter(from, days) {
      const day = dayIn(hours.timeZone, from);
      const next = firstWhere((window) => window.day > day);
      const window = next && windows[windows.indexOf(next) + days - 1];
      return window === undefined ? null : new Date(window.until);
    },
  };
}

function windowsOf(hours: Pick<WorkingTime, 'timeZone' | 'week' | 'holidays'>, first: Day, last: Day): Window[] {
  const windows: Window[] = [];
  let before = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const window = windowOn(hours, day);
    if (window === null) continue;
    const from = instantAt(hours.timeZone, day, window.from).getTime();
    const until = instantAt(hours.timeZone, day, window.until).getTime();
    if (until <= from) continue;
    windows.push({ day, from, until, before });
    before += until - from;
  }
  return windows;
}
