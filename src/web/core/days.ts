import { useQuery } from '@tanstack/react-query';
import { addDays, type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import { dayInWords, momentInWords } from '#shared/core/words.ts';
import { clientSettingsQuery } from './settings.ts';

export const useBusinessTimeZone = (): string =>
  useQuery(clientSettingsQuery).data?.businessTimeZone ?? 'America/Los_Angeles';

/** Returns today's date in the business time zone. */
export const useToday = (): Day => dayIn(useBusinessTimeZone(), new Date());

/** Returns a formatter of moments in the business time zone: 'Nov 24, 2026, 2:05 PM'. */
export function useMomentFormatter(): (at: string) => string {
  const timeZone = useBusinessTimeZone();
  return (at) => momentInWords(new Date(at), timeZone);
}

/** Returns a formatter of a moment's day in the business time zone: 'Nov 24, 2026'. */
export function useMomentDayFormatter(): (at: string) => string {
  const timeZone = useBusinessTimeZone();
  return (at) => dayInWords(dayIn(timeZone, new Date(at)));
}

/**
 * Formats a calendar day in short: 'Today', 'Tomorrow', 'Wed, Nov 25', with the year when it
 * differs from today's.
 */
export function dayText(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  if (away === -1) return 'Yesterday';
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...year,
  });
}

/** Returns the common choices for a snooze. */
export const createSnoozeChoices = (today: Day): { label: string; until: Day }[] => [
  { label: 'One week', until: addDays(today, 7) },
  { label: 'Two weeks', until: addDays(today, 14) },
  { label: 'One month', until: addDays(today, 30) },
  { label: 'Three months', until: addDays(today, 90) },
];
