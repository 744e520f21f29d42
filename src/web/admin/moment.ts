import { useBusinessTimeZone } from '#web/core/days.ts';

/** Writes a moment where the business is, such as "Nov 24, 2:05 PM". */
export function useMomentText(): (at: string) => string {
  const timeZone = useBusinessTimeZone();
  return (at) => new Date(at).toLocaleString('en-US', { timeZone, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}
