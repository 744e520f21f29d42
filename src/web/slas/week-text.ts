import { clockText } from '#shared/core/jobs/schedule-text.ts';
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
/** Days in display order, starting with Monday. */
const order = [1, 2, 3, 4, 5, 6, 0] as const;

/**
 * Formats a working week as lines such as 'Monday to Friday, 9 AM to 5 PM'. Merges consecutive days
 * with the same hours and omits days off.
 */
export function weekLines(week: WorkingWeek): string[] {
  const stretches: { first: string; last: string; hours: string }[] = [];
  let before: string | undefined;
  for (const day of order) {
    const window = week[day] ?? null;
    const hours =
      window === null ? undefined : `${clockText(window.from)} to ${clockText(window.until)}`;
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
