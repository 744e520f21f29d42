import { numberText } from './words.ts';

/** Formats a number with at most one decimal: '2.5', '3'. */
export const oneDecimalText = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Formats a number with a fixed number of decimals: '3.0' with one digit. */
export const fixedDecimalsText = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Formats a number of minutes: '2 h 30 min'. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  const inHours = `${numberText(hours)} h`;
  return rest === 0 ? inHours : `${inHours} ${rest} min`;
}
