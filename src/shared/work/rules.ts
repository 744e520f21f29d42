import { addDays, type Day } from '#shared/core/dates.ts';

/** Maximum days for which a task or a customer can be snoozed. */
export const maxSnoozeDays = 180;
/**
 * Maximum number of days until a task's due date. A later date is refused as a probable typing
 * error.
 */
export const maxDueDaysAhead = 1830;

/** Returns the problem with a snooze until this day; `undefined` when there is none. */
export function snoozeProblem(until: Day, today: Day): string | undefined {
  if (until <= today) return 'must be after today';
  return until > addDays(today, maxSnoozeDays)
    ? `must be at most ${maxSnoozeDays} days ahead`
    : undefined;
}

/** Returns the problem with a new due date; `undefined` when there is none. */
export function dueProblem(due: Day, today: Day): string | undefined {
  if (due < today) return 'must not be before today';
  return due > addDays(today, maxDueDaysAhead) ? 'must be at most five years ahead' : undefined;
}
