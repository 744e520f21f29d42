import { timeOfDayText } from '#shared/core/jobs/schedule-text.ts';
import type { WorkingWeek } from '#shared/work/working-time.ts';

const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
/** Weekdays in display order, starting with Monday. */
const order = [1, 2, 3, 4, 5, 6, 0] as const;

/**
 * Formats a working week as lines: 'Monday to Friday, 9 AM to 5 PM'. Consecutive days with the same
 * hours are one line, and days off are left out.
 */
export function workingWeekLines(week: WorkingWeek): string[] {
  const stretches: { first: string; last: string; hours: string }[] = [];
  let before: string | undefined;
  for (const day of order) {
    const window = week[day] ?? null;
    const hours =
      window === null
        ? undefined
        : `${timeOfDayText(window.from)} to ${timeOfDayText(window.until)}`;
    const last = stretches.at(-1);
    if (hours !== undefined && hours === before && last !== undefined) last.last = dayNames[day];
    else if (hours !== undefined)
      stretches.push({ first: dayNames[day], last: dayNames[day], hours });
    before = hours;
  }
  return stretches.map(
    ({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`}, ${hours}`,
  );
}
