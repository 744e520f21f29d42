import type { Day } from './dates.ts';

// Date formats are created once, because creating a format takes a hundred times as long as using
// it.
const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const monthFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  year: 'numeric',
});

/** Formats a calendar day: 'Nov 14, 2026'. */
export const dayInWords = (day: Day): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Formats a day near today: 'Dec 1', with the year when it differs from today's. */
export const nearDayInWords = (day: Day, today: Day): string =>
  day.slice(0, 4) === today.slice(0, 4) ? dayInWords(day).replace(/, \d+$/, '') : dayInWords(day);

/** Formats the month of a day: 'Nov 2026'. */
export const monthInWords = (day: Day): string => monthFormat.format(new Date(`${day}T00:00:00Z`));

/** Formats money in whole dollars: '$12,400', '−$300'. */
export const dollarsText = (dollars: number): string => {
  const whole = Math.round(Math.abs(dollars));
  return `${dollars < 0 && whole > 0 ? '−' : ''}$${numberText(whole)}`;
};

/** Formats a share as a percentage: 0.274 is '27%', or '27.4%' with one digit. */
export const shareText = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)}%`;

/** Formats an interval of shares: '26–49%'. */
export const shareRangeText = ({ low, high }: { low: number; high: number }, digits = 0): string =>
  `${(100 * low).toFixed(digits)}–${shareText(high, digits)}`;

/** Formats a number with thousands separators and at most three decimals: '12,340'. */
export const numberText = (value: number): string => value.toLocaleString('en-US');

/** Formats an instant in a time zone: 'Nov 26, 2026, 8:00 AM'. */
export const momentInWords = (at: Date, timeZone: string): string =>
  at.toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });

/** Formats a count with its noun: '1 week', '1,200 weeks'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/**
 * Returns the first `length` characters of a text. A surrogate pair is never split, because neither
 * a URL nor the database can contain half of it.
 */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** Shortens a text to one line of at most `length` characters. */
export function shortenToOneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${truncateText(line, length - 1).trimEnd()}…` : line;
}

/**
 * Makes the first letter of a text lower case, unless the text begins with an abbreviation such as
 * EHR.
 */
export const uncapitalize = (text: string): string =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Capitalizes the first letter of a text. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
