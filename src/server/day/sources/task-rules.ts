import type { Day } from '#shared/core/dates.ts';
import { nearDayInWords } from '#shared/core/words.ts';

/** Describes a task that is due by today. */
export const describeDueTask = (title: string, due: Day, today: Day): string =>
  `${title}: ${due < today ? `was due ${nearDayInWords(due, today)}` : 'due today'}`;
