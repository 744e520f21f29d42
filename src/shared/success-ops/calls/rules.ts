import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import type { ListedCall } from './calls.ts';
import type { CallColumn, CallState } from './words.ts';

/** Days for which the queue shows closed calls, and over which the noise of a rule is counted. */
export const listedDays = 28;

export function stateOf({ outcome, snooze }: Pick<ListedCall, 'outcome' | 'snooze'>): CallState {
  if (outcome !== null) return 'Closed';
  return snooze === null ? 'Open' : 'Snoozed';
}

/** The Saturday that ends the day's week. */
export const weekEnd = (today: Day): Day => weekEndOf(weekStartOf(today));

export function columnOf(call: Pick<ListedCall, 'outcome' | 'snooze' | 'dueOn'>, today: Day): CallColumn {
  const state = stateOf(call);
  if (state !== 'Open') return state;
  if (call.dueOn < today) return 'Overdue';
  if (call.dueOn === today) return 'Today';
  return call.dueOn <= weekEnd(today) ? 'This week' : 'Later';
}

/**
 * The day on which a call is due that is put into a column: the week's Friday, or tomorrow where Friday has come; the Monday after the
 * week. undefined for the columns that ask for more than a day.
 */
export function dueIn(column: CallColumn, today: Day): Day | undefined {
  const saturday = weekEnd(today);
  switch (column) {
    case 'Today':
      return today;
    case 'This week': {
      const friday = addDays(saturday, -1);
      if (friday > today) return friday;
      return saturday > today ? saturday : undefined;
    }
    case 'Later':
      return addDays(saturday, 2);
    default:
      return undefined;
  }
}
