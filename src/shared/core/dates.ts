/** Calendar day as 'YYYY-MM-DD'. A week is identified by its Sunday. */
export type Day = string;

const millisecondsPerDay = 86_400_000;
const epochDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / millisecondsPerDay;
const fromEpochDay = (value: number): Day =>
  new Date(value * millisecondsPerDay).toISOString().slice(0, 10);

/** Returns `true` when the text is an existing day. '2026-02-30' doesn't exist. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(epochDay(text)) &&
    fromEpochDay(epochDay(text)) === text
  );
}

/** Range of years that dates in requests, files and URLs may have. */
export const acceptedYears = { from: 1900, to: 2200 } as const;

/**
 * Returns `true` for a day within `acceptedYears`. Days calculated from such a day stay within the
 * database's date range.
 */
export function isInAcceptedYears(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  return year >= acceptedYears.from && year <= acceptedYears.to;
}

export const addDays = (day: Day, count: number): Day => fromEpochDay(epochDay(day) + count);
/** Returns the number of days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => epochDay(to) - epochDay(from);
/** Returns the weekday of a day, from 0 for Sunday to 6. */
export const weekday = (day: Day): number => (((epochDay(day) + 4) % 7) + 7) % 7;
export const weekStartOf = (day: Day): Day => addDays(day, -weekday(day));
/** Returns the starts of `count` weeks up to and including `weekStart`, oldest first. */
export const listWeekStartsUntil = (weekStart: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(weekStart, 7 * (index + 1 - count)));
export const weekEndOf = (weekStart: Day): Day => addDays(weekStart, 6);
/** Returns the first day of the month that is `count` months after the month of a day. */
export function monthStartOf(day: Day, count = 0): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}
export const monthEndOf = (day: Day): Day => addDays(monthStartOf(day, 1), -1);

/** Returns the month that is `count` months after a month such as '2026-11'. */
export const addMonthsToMonth = (month: string, count: number): string =>
  monthStartOf(`${month}-01`, count).slice(0, 7);

/**
 * Date formats by time zone. They are cached, because creating a format takes far longer than using
 * it.
 */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day of an instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  const known = dayFormats.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  if (known === undefined) dayFormats.set(timeZone, format);
  return format.format(instant);
}

/**
 * Returns a weekday of a month, such as the fourth Thursday. `day` is the weekday, 0 for Sunday.
 * `count` counts from 1; a negative `count` returns the last such weekday.
 */
export function nthWeekday(year: number, month: number, day: number, count: number): Day {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  if (count > 0) return addDays(first, ((day - weekday(first) + 7) % 7) + (count - 1) * 7);
  const next =
    month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  const last = addDays(next, -1);
  return addDays(last, -((weekday(last) - day + 7) % 7));
}

/** Returns the number of whole months between two days, such as 1 from January 15 to March 14. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

/** Formats an age in milliseconds: 'just now', '3 h ago', '2 days ago'. */
export function ageText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
