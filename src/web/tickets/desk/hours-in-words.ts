import { counted } from '#shared/core/words.ts';

/** Hours as people say them: in hours up to two days, in whole days from there on. */
export function hoursInWords(hours: number): string {
  if (hours < 1) return 'less than an hour';
  return hours < 48 ? counted(Math.floor(hours), 'hour') : counted(Math.floor(hours / 24), 'day');
}
