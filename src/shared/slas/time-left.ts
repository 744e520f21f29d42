import { durationText } from '#shared/core/amount-words.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import type { SlaClock } from './clocks.ts';

/**
 * Formats the remaining or overdue time of a clock: '93 days over', '2 h 30 min left'. It is in
 * working time when the deadline is today or there is no deadline, otherwise in days. Returns
 * `null` once the clock has ended.
 */
export function timeLeftText(
  { leftMinutes, dueOn }: Pick<SlaClock, 'leftMinutes' | 'dueOn'>,
  today: Day,
): string | null {
  if (leftMinutes === null) return null;
  const days = dueOn === null ? 0 : Math.abs(daysBetween(today, dueOn));
  const amount =
    days === 0
      ? durationText(Math.max(1, Math.round(Math.abs(leftMinutes))))
      : countText(days, 'day');
  return `${amount} ${leftMinutes < 0 ? 'over' : 'left'}`;
}
