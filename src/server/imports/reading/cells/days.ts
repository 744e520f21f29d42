import { acceptedYears, type Day, dayIn, isDay, isInAcceptedYears } from '#shared/core/dates.ts';
import type { DateOrder } from '#shared/imports/report.ts';
import { type CellReadResult, readText } from './cells.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const zone = '(?:Z|UTC|GMT|[+-][\\d:]+)';
const clockTime = String.raw`(?:[T ,]+(?<time>[\d:.]+(?: ?[AP]M)?)(?: ?(?<zone>${zone}))?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${clockTime}$`, 'i');
const plainDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${clockTime}$`, 'i');
const monthNamed = new RegExp(
  String.raw`^(?:([a-z]{3,9})\.?[ -](\d{1,2})|(\d{1,2})[ -]([a-z]{3,9})\.?),?[ -](\d{4})${clockTime}$`,
  'i',
);

/**
 * Returns the order of day and month in the date of a cleaned cell. Returns 'either' when both
 * orders are possible and give different days; `undefined` for another date format.
 */
export function detectDateOrderOfCell(written: string): DateOrder | 'either' | undefined {
  const parts = yearLast.exec(written);
  const [first, second] = [Number(parts?.[1]), Number(parts?.[3])];
  if (parts === null || first === second) return undefined;
  if (first > 12) return second > 12 ? undefined : 'day-first';
  return second > 12 ? 'month-first' : 'either';
}

const zonedTime = new RegExp(String.raw`[T ,]([\d:.]+(?: ?[AP]M)?) ?${zone}$`, 'i');

/**
 * Returns 'midnight' or 'time' for a cleaned cell that ends in a time with a zone or offset;
 * `undefined` for any other cell.
 */
export function classifyCellZonedTime(written: string): 'midnight' | 'time' | undefined {
  const [, time] = written.length > 10 ? (zonedTime.exec(written) ?? []) : [];
  if (time === undefined) return undefined;
  return secondsOf(time) === 0 ? 'midnight' : 'time';
}

/**
 * Returns the seconds since midnight for a time such as '16:05', '16:05:06.789' or '4:05 PM'.
 * Returns `undefined` for any other text and for an impossible time. '24:00' is the end of the day.
 * A second of 60 is a leap second.
 */
function secondsOf(time: string): number | undefined {
  const [, hour, minute = 0, second = 0, half] =
    /^(\d{1,2})[:.]?(\d{2})?[:.]?(\d{2})?(?:[:.]\d*)?(?: ?([AP])M)?$/i.exec(time) ?? [];
  if (hour === undefined || Number(minute) > 59 || Number(second) > 60) return undefined;
  const isEndOfDay =
    half === undefined && Number(hour) === 24 && Number(minute) === 0 && Number(second) === 0;
  if (Number(hour) > (half?.toUpperCase() === 'A' ? 12 : 23) && !isEndOfDay) return undefined;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return hours * 3_600 + Number(minute) * 60 + Number(second);
}

/** Largest offset of a zone from UTC in hours, east or west. */
const mostOffsetHours = 14;

/**
 * Returns the offset of a time zone from UTC in seconds, positive to the east; `undefined` for an
 * impossible offset.
 */
function offsetOf(zone: string): number | undefined {
  if (/^[a-z]+$/i.test(zone)) return 0;
  const [, sign, hours, minutes = 0] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60;
  if (hours === undefined || Number(minutes) > 59 || seconds > mostOffsetHours * 3_600)
    return undefined;
  return seconds * (sign === '-' ? -1 : 1);
}

const monthNumber = (name: string) => {
  const index = months.findIndex((month) => name.toLowerCase().startsWith(month));
  return index === -1 ? '' : String(index + 1);
};

interface DateParts {
  parts: [year: string, month: string, date: string];
  /** Time of day and time zone, as written in the cell. */
  clock: Record<string, string | undefined> | undefined;
}

function dateParts(written: string, order: DateOrder): DateParts | undefined {
  // Most cells have this format. A pattern without named groups is several times faster.
  const plain = plainDay.exec(written);
  if (plain !== null)
    return { parts: [plain[1] ?? '', plain[2] ?? '', plain[3] ?? ''], clock: undefined };
  const iso = yearFirst.exec(written) ?? compact.exec(written);
  if (iso !== null) return { parts: [iso[1] ?? '', iso[2] ?? '', iso[3] ?? ''], clock: iso.groups };
  const named = monthNamed.exec(written);
  if (named !== null)
    return {
      parts: [named[5] ?? '', monthNumber(named[1] ?? named[4] ?? ''), named[2] ?? named[3] ?? ''],
      clock: named.groups,
    };
  const numbers = yearLast.exec(written);
  if (numbers === null) return undefined;
  const [, first = '', , second = '', year = ''] = numbers;
  const said = detectDateOrderOfCell(written);
  const isDayFirst = (said === 'either' || said === undefined ? order : said) === 'day-first';
  return {
    parts: isDayFirst ? [year, second, first] : [year, first, second],
    clock: numbers.groups,
  };
}

/** Settings for reading the cells of a date column. */
export interface DateReadingOptions {
  order: DateOrder;
  /**
   * Time zone in which an instant is converted to a day. With `null`, a time with an offset keeps
   * its written day.
   */
  timeZone: string | null;
}

/**
 * Returns the day of a date such as 2026-03-09, 2026/3/9, 20260309, Mar 9, 2026 or 9-Mar-2026.
 * Dates such as 3/9/2026, 3-9-2026 and 3.9.2026 are read in the column's `order`. A time may follow
 * the date. A time with an offset or Z is an instant, and its day depends on `timeZone`. Returns
 * `null` for a blank cell.
 */
export function readDay(
  cell: string,
  { order, timeZone }: DateReadingOptions = { order: 'month-first', timeZone: null },
): CellReadResult<Day | null> {
  const written = readText(cell);
  if (written === null) return { value: null };
  const { parts: [year = '', month = '', date = ''] = [], clock } = dateParts(written, order) ?? {};
  const onDay = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (!isDay(onDay)) return { reason: 'is not a date: write 2026-03-09 or 3/9/2026' };
  const value = clock?.time === undefined ? onDay : dayAt(onDay, clock, timeZone);
  if (value === undefined)
    return {
      reason: 'has an impossible time of day: write 2026-03-09T16:05:00Z, or the date alone',
    };
  return isInAcceptedYears(value)
    ? { value }
    : { reason: `lies outside the years ${acceptedYears.from} to ${acceptedYears.to}` };
}

/**
 * Returns the day of a time; `undefined` for an impossible time or offset. The result can differ
 * from the written day only for a time with a zone or offset.
 */
function dayAt(
  onDay: Day,
  { time = '', zone }: NonNullable<DateParts['clock']>,
  timeZone: string | null,
): Day | undefined {
  const [seconds, offset] = [secondsOf(time), offsetOf(zone ?? 'Z')];
  if (seconds === undefined || offset === undefined) return undefined;
  if (zone === undefined || timeZone === null) return onDay;
  return dayIn(timeZone, new Date(Date.parse(`${onDay}T00:00:00Z`) + (seconds - offset) * 1_000));
}
