import {
  addDays,
  type Day,
  isDay,
  isInAcceptedYears,
  monthEndOf,
  monthStartOf,
  weekEndOf,
  weekStartOf,
} from '#shared/core/dates.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { Period } from '../items.ts';
import type { Token } from './tokens.ts';

/** Period at the beginning of some tokens. Several periods are different readings. */
export interface FoundPeriod {
  /** Number of tokens. */
  length: number;
  periods: readonly Period[];
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
});

const months = (start: Day, count: number, label: string): Period => ({
  from: start,
  to: addDays(monthStartOf(start, count), -1),
  label,
});
const calendarMonth = (start: Day): Period =>
  months(start, 1, `in ${monthFormat.format(new Date(`${start}T00:00:00Z`))}`);
const quarter = (start: Day): Period =>
  months(start, 3, `in ${start.slice(0, 4)} Q${Math.ceil(Number(start.slice(5, 7)) / 3)}`);
const calendarYear = (year: number): Period => months(`${year}-01-01`, 12, `in ${year}`);
const quarterStart = (day: Day): Day => monthStartOf(day, -((Number(day.slice(5, 7)) - 1) % 3));
const days = (from: Day, to: Day, label = `${dayInWords(from)} to ${dayInWords(to)}`): Period => ({
  from,
  to,
  label,
});
const oneDay = (day: Day): Period => ({ from: day, to: day, label: `on ${dayInWords(day)}` });

const steps: Record<string, -1 | 0 | 1> = {
  this: 0,
  current: 0,
  last: -1,
  previous: -1,
  next: 1,
  coming: 1,
};

/** Returns the week, month, quarter or year `step` after the current one. */
function unitPeriod(unit: string, step: number, today: Day): Period | undefined {
  switch (unit) {
    case 'week': {
      const start = addDays(weekStartOf(today), 7 * step);
      return days(start, weekEndOf(start));
    }
    case 'month':
      return calendarMonth(monthStartOf(today, step));
    case 'quarter':
      return quarter(monthStartOf(quarterStart(today), 3 * step));
    case 'year':
      return calendarYear(Number(today.slice(0, 4)) + step);
    default:
      return undefined;
  }
}

/**
 * Returns a day `count` units after a day; `undefined` for another unit, and outside the accepted
 * years.
 */
function shiftDay(day: Day, count: number, unit: string): Day | undefined {
  if (unit === 'day') return addDays(day, count);
  if (unit === 'week') return addDays(day, 7 * count);
  if (unit !== 'month' && unit !== 'quarter' && unit !== 'year') return undefined;
  const start = monthStartOf(day, count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12));
  if (!isDay(start) || !isInAcceptedYears(start)) return undefined;
  const last = Number(monthEndOf(start).slice(8));
  return `${start.slice(0, 8)}${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`;
}

const isYear = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1990 && value <= 2100;

/**
 * Returns the month of this year and the nearest month of another year, as two readings; only this
 * month when it is the current one.
 */
function monthsOfNoYear(month: number, today: Day): Period[] {
  const year = Number(today.slice(0, 4));
  const current = Number(today.slice(5, 7)) - 1;
  const inYear = (of: number) => calendarMonth(`${of}-${String(month + 1).padStart(2, '0')}-01`);
  if (month === current) return [inYear(year)];
  const first = month < current ? year : year - 1;
  return [first, first + 1].map((of) => ({ ...inYear(of), isOneOfTwo: true }));
}

function monthPeriod(tokens: readonly Token[], today: Day): FoundPeriod | undefined {
  const [name, second, third] = tokens;
  const word = name?.text.toLowerCase() ?? '';
  const month = monthNames.findIndex(
    (each) =>
      each === word ||
      (word.length === 3 && each.startsWith(word)) ||
      (word === 'sept' && each === 'september'),
  );
  // 'may' is usually a verb.
  if (month < 0 || (word === 'may' && name?.text === 'may')) return undefined;
  const two = String(month + 1).padStart(2, '0');
  if (isYear(second?.number))
    return { length: 2, periods: [calendarMonth(`${second.number}-${two}-01`)] };
  const date = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(second?.text ?? '')?.[1] ?? Number.NaN);
  if (date >= 1 && date <= 31) {
    const year = isYear(third?.number) ? third.number : Number(today.slice(0, 4));
    const day = `${year}-${two}-${String(date).padStart(2, '0')}`;
    return isDay(day)
      ? { length: isYear(third?.number) ? 3 : 2, periods: [oneDay(day)] }
      : undefined;
  }
  return { length: 1, periods: monthsOfNoYear(month, today) };
}

function quarterPeriod(tokens: readonly Token[], today: Day): FoundPeriod | undefined {
  const number = /^q([1-4])$/.exec(tokens[0]?.key ?? '')?.[1];
  if (number === undefined) return undefined;
  const year = isYear(tokens[1]?.number) ? tokens[1].number : undefined;
  const start = `${year ?? today.slice(0, 4)}-${String(3 * Number(number) - 2).padStart(2, '0')}-01`;
  return { length: year === undefined ? 1 : 2, periods: [quarter(start)] };
}

/** Returns a period such as 'last 30 days' or 'next two quarters' that ends or begins today. */
function countedPeriod(tokens: readonly Token[], today: Day): FoundPeriod | undefined {
  const [first, ...others] = tokens;
  const isWithin = first?.key === 'within';
  const rest = isWithin && others[0]?.key === 'the' ? others.slice(1) : others;
  const direction =
    isWithin && typeof rest[0]?.number === 'number' ? 'next' : isWithin ? rest[0]?.key : first?.key;
  const after = isWithin && typeof rest[0]?.number !== 'number' ? rest.slice(1) : rest;
  const [count, unit] = after;
  if (count?.number === undefined || unit === undefined || !Number.isInteger(count.number))
    return undefined;
  if (count.number < 1 || count.number > 3650) return undefined;
  const length = tokens.length - after.length + 2;
  const label = `${count.text} ${unit.text}`;
  if (direction === 'last' || direction === 'past' || direction === 'previous') {
    const from = shiftDay(today, -count.number, unit.key);
    return from === undefined
      ? undefined
      : { length, periods: [days(addDays(from, 1), today, `in the last ${label}`)] };
  }
  if (direction !== 'next' && direction !== 'coming') return undefined;
  const to = shiftDay(today, count.number, unit.key);
  return to === undefined
    ? undefined
    : { length, periods: [days(today, to, `in the next ${label}`)] };
}

/** Number of days of a unit in 'in the last month', which is not the calendar month. */
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

/**
 * Returns the days until today of 'in the last week', 'over the past month' or 'past week'. Without
 * 'in the', 'last week' is the calendar week. 'In the last quarter' is the calendar quarter or the
 * last 90 days, which are two readings.
 */
function trailingPeriod(tokens: readonly Token[], today: Day): FoundPeriod | undefined {
  const starts = ['in', 'over', 'during', 'within', 'for'].includes(tokens[0]?.key ?? '') ? 1 : 0;
  const article = ['the', 'this', 'these'].includes(tokens[starts]?.key ?? '') ? 1 : 0;
  const [direction, unit] = tokens.slice(starts + article);
  const isPast = direction?.key === 'past';
  const isLast = direction?.key === 'last' && starts === 1 && article === 1;
  if ((!isPast && !isLast) || unit === undefined || unit.text.toLowerCase() !== unit.key)
    return undefined;
  const length = starts + article + 2;
  const of = (count: number) =>
    days(addDays(today, 1 - count), today, `in the last ${countText(count, 'day')}`);
  if (unit.key === 'quarter')
    return { length, periods: [quarter(monthStartOf(quarterStart(today), -3)), of(90)] };
  const count = unitDays[unit.key];
  return count === undefined ? undefined : { length, periods: [of(count)] };
}

/** Abbreviated units of time, by the keys of their words. */
const abbreviations = new Map([
  ['wk', 'week'],
  ['mo', 'month'],
  ['mth', 'month'],
  ['qtr', 'quarter'],
  ['yr', 'year'],
]);

const writeOut = (token: Token): Token => {
  const unit = abbreviations.get(token.key);
  return unit === undefined ? token : { ...token, key: unit, text: unit };
};

/** Returns the period at the beginning of the tokens; `undefined` when they begin otherwise. */
export function findPeriod(typed: readonly Token[], today: Day): FoundPeriod | undefined {
  const tokens = typed.map(writeOut);
  const [first, second] = tokens;
  if (first === undefined) return undefined;
  if (isDay(first.text) && isInAcceptedYears(first.text))
    return { length: 1, periods: [oneDay(first.text)] };
  if (first.key === 'today') return { length: 1, periods: [oneDay(today)] };
  if (first.key === 'yesterday') return { length: 1, periods: [oneDay(addDays(today, -1))] };
  if (first.key === 'tomorrow') return { length: 1, periods: [oneDay(addDays(today, 1))] };
  const step = steps[first.text.toLowerCase()];
  const named = step === undefined ? undefined : unitPeriod(second?.key ?? '', step, today);
  if (named !== undefined && second?.text.toLowerCase() === second?.key)
    return { length: 2, periods: [named] };
  return (
    trailingPeriod(tokens, today) ??
    countedPeriod(tokens, today) ??
    quarterPeriod(tokens, today) ??
    monthPeriod(tokens, today) ??
    (isYear(first.number) && first.unit === undefined && !first.text.includes(',')
      ? { length: 1, periods: [calendarYear(first.number)] }
      : undefined)
  );
}
