import { countText } from '#shared/core/words.ts';

/** Formats a duration: whole hours below two days, whole days from then on. */
export function hoursInWords(hours: number): string {
  if (hours < 1) return 'less than an hour';
  return hours < 48
    ? countText(Math.floor(hours), 'hour')
    : countText(Math.floor(hours / 24), 'day');
}
