import type { Day } from '#shared/core/dates.ts';

/** Returns the quarter of a day: '2026 Q3'. */
export const quarterOf = (day: Day): string =>
  `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
