import { addDays, type Day, daysBetween, weekday } from '#shared/core/dates.ts';

/** Regular interval between a file's dates, which suggests that its values are totals. */
export type RegularDateInterval =
  | { every: 'month'; day: string; months: number; example: Day }
  | { every: 'week'; weekday: string };

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const enoughDates = 3;
const enoughRowsOfTwoDates = 20;

/**
 * Returns the pattern of a file's distinct dates: the same day of the month, the last day of the
 * month, or the same weekday. Returns `undefined` for daily dates and for too few dates.
 */
export function detectRegularDateInterval(
  dates: readonly Day[],
  rows: number,
): RegularDateInterval | undefined {
  const [example] = dates;
  if (example === undefined || dates.length < 2) return undefined;
  const isEnough = dates.length >= enoughDates || rows >= enoughRowsOfTwoDates;
  const months = dates.length;
  if (isEnough && dates.every((date) => date.slice(8) === example.slice(8)))
    return {
      every: 'month',
      day: example.endsWith('-01')
        ? 'the first of a month'
        : `day ${Number(example.slice(8))} of a month`,
      months,
      example,
    };
  if (isEnough && dates.every((date) => addDays(date, 1).endsWith('-01')))
    return { every: 'month', day: 'the last of a month', months, example };
  return dates.length >= enoughDates && dates.every((date) => daysBetween(example, date) % 7 === 0)
    ? { every: 'week', weekday: weekdays[weekday(example)] ?? '' }
    : undefined;
}
