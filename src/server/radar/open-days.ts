import { addDays, type Day, nthWeekday, weekday } from '#shared/core/dates.ts';

/**
 * Returns a holiday and its observed day, which is the Friday before a Saturday or the Monday after
 * a Sunday.
 */
function observed(day: Day): Day[] {
  const on = weekday(day);
  return on === 6 ? [day, addDays(day, -1)] : on === 0 ? [day, addDays(day, 1)] : [day];
}

/**
 * Returns the US federal holidays of a year, and the adjacent days on which most practices are
 * closed.
 */
function holidaysOf(year: number): Day[] {
  const thanksgiving = nthWeekday(year, 11, 4, 4);
  return [
    ...['01-01', '06-19', '07-04', '11-11', '12-25'].flatMap((day) => observed(`${year}-${day}`)),
    // New Year's Day of the next year can be observed on the last day of this year.
    ...observed(`${year + 1}-01-01`),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 5, 1, -1),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    thanksgiving,
    addDays(thanksgiving, 1),
    `${year}-12-24`,
    `${year}-12-26`,
    `${year}-12-31`,
  ];
}

const holidays = new Map<number, ReadonlySet<Day>>();

/** Returns `true` when most practices are open: Monday to Friday, except holidays. */
export function isOpenDay(day: Day): boolean {
  const on = weekday(day);
  if (on === 0 || on === 6) return false;
  const year = Number(day.slice(0, 4));
  const known = holidays.get(year) ?? new Set(holidaysOf(year));
  holidays.set(year, known);
  return !known.has(day);
}

/** Counts the open days after `after`, up to `until` (included). */
export function countOpenDaysAfter(after: Day, until: Day): number {
  let open = 0;
  for (let day = addDays(after, 1); day <= until; day = addDays(day, 1)) if (isOpenDay(day)) open++;
  return open;
}

export function nextOpenDay(after: Day): Day {
  let day = addDays(after, 1);
  while (!isOpenDay(day)) day = addDays(day, 1);
  return day;
}
