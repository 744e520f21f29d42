/** Calendar days are 'YYYY-MM-DD' strings everywhere; a week is named by its Sunday. */
export type Day = string;

const millisecondsPerDay = 86_400_000;
const epochDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / millisecondsPerDay;
const fromEpochDay = (value: number): Day => new Date(value * millisecondsPerDay).toISOString().slice(0, 10);

/** Whether the text is a day that exists: '2026-02-30' is not. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(epochDay(text)) && fromEpochDay(epochDay(text)) === text;
}

/** The years in which a day may lie wherever one is given: by a call, a file or an address. */
export const dayYears = { from: 1900, to: 2200 } as const;

/** Whether a day that exists lies in those years; sums of days from there stay within what the database holds. */
export function isInDayYears(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  return year >= dayYears.from && year <= dayYears.to;
}

export const addDays = (day: Day, count: number): Day => fromEpochDay(epochDay(day) + count);
/** Days from one to the other, negative when `to` lies before `from`. */
export const daysBetween = (from: Day, to: Day): number => epochDay(to) - epochDay(from);
/** 0 is Sunday. */
export const weekday = (day: Day): number => (((epochDay(day) + 4) % 7) + 7) % 7;
export const weekStartOf = (day: Day): Day => addDays(day, -weekday(day));
/** The starts of so many weeks up to and with this one, oldest first. */
export const weeksUntil = (weekStart: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(weekStart, 7 * (index + 1 - count)));
export const weekEndOf = (weekStart: Day): Day => addDays(weekStart, 6);

/** Making one takes far longer than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day it is at that instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  const known = dayFormats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (known === undefined) dayFormats.set(timeZone, format);
  return format.format(instant);
}

/** The nth of a weekday (0 is Sunday) in a month, counted from 1; a negative count is from the month's end. */
export function nthWeekday(year: number, month: number, day: number, count: number): Day {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  if (count > 0) return addDays(first, ((day - weekday(first) + 7) % 7) + (count - 1) * 7);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  const last = addDays(next, -1);
  return addDays(last, -((weekday(last) - day + 7) % 7));
}

/** Whole months between two days: from 15 January to 14 March is 1. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

/** "2026 Q3" */
export const quarterOf = (day: Day): string => `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** An age in milliseconds as people say it: 'just now', '3 h ago', '2 days ago'. */
export function ageText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
