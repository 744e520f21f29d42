import { addDays, type Day } from '#shared/core/dates.ts';

/** Days ahead that a task or a customer may be put off. */
export const longestSnoozeDays = 180;
/** Days ahead that a task may be due; what lies further is a slip of the pen. */
export const furthestDueDays = 1830;

/** What is wrong with leaving something in peace until a day; undefined when nothing is. */
export function snoozeProblem(until: Day, today: Day): string | undefined {
  if (until <= today) return 'must be after today';
  return until > addDays(today, longestSnoozeDays) ? `must be at most ${longestSnoozeDays} days ahead` : undefined;
}

/** What is wrong with a day on which a task is newly due; undefined when nothing is. */
export function dueProblem(due: Day, today: Day): string | undefined {
  if (due < today) return 'must not be before today';
  return due > addDays(today, furthestDueDays) ? 'must be at most five years ahead' : undefined;
}
