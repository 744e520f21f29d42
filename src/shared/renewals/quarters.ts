import { addDays, type Day, monthStartOf } from '#shared/core/dates.ts';

export interface Quarter {
  from: Day;
  /** Last day of the quarter. */
  to: Day;
}

/** Returns the calendar quarter of a day. */
export function quarterOf(day: Day): Quarter {
  const month = Number(day.slice(5, 7)) - 1;
  const from = monthStartOf(day, -(month % 3));
  return { from, to: addDays(monthStartOf(from, 3), -1) };
}

/** Formats a quarter: 'Q4 2026', 'No date'. */
export const quarterText = (day: Day | null): string =>
  day === null ? 'No date' : `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`;
