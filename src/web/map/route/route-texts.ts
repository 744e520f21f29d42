import { durationText } from '#shared/core/amount-words.ts';
import { timeFieldText } from './route-address.ts';

/** Formats a time in minutes after midnight of the day of departure: '9:05 AM'. */
export function clockText(minutes: number): string {
  const rounded = Math.round(minutes);
  const inDay = rounded % (24 * 60);
  const [hours = '', rest = ''] = timeFieldText(inDay).split(':');
  const hour = Number(hours);
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
  const day = Math.floor(rounded / (24 * 60)) + 1;
  return day === 1 ? time : `${time} ${day === 2 ? 'the next day' : `on day ${day}`}`;
}

export const roundedDurationText = (minutes: number): string => durationText(Math.round(minutes));

/** Formats a drive: '12 min, 7 miles'. */
export function driveText({ miles, minutes }: { miles: number; minutes: number }): string {
  const shown = miles < 10 ? Number(miles.toFixed(1)) : Math.round(miles);
  return `${roundedDurationText(minutes)}, ${shown} ${shown === 1 ? 'mile' : 'miles'}`;
}
