import { addDays, type Day, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import type { ListedActionItem } from './action-items.ts';
import type { ActionItemState, BoardColumnName } from './words.ts';

/**
 * Number of days for which closed action items stay listed. The outcomes of an alert rule are
 * counted over the same number of days.
 */
export const listedClosedDays = 28;

export function actionItemState({
  outcome,
  snooze,
}: Pick<ListedActionItem, 'outcome' | 'snooze'>): ActionItemState {
  if (outcome !== null) return 'Closed';
  return snooze === null ? 'Open' : 'Snoozed';
}

/** Returns the Saturday at the end of the day's week. */
export const findWeekEnd = (today: Day): Day => weekEndOf(weekStartOf(today));

export function boardColumnOf(
  call: Pick<ListedActionItem, 'outcome' | 'snooze' | 'dueOn'>,
  today: Day,
): BoardColumnName {
  const state = actionItemState(call);
  if (state !== 'Open') return state;
  if (call.dueOn < today) return 'Overdue';
  if (call.dueOn === today) return 'Today';
  return call.dueOn <= findWeekEnd(today) ? 'This week' : 'Later';
}

/**
 * Returns the due date of an action item that is moved to a board column. For “This week”, it is
 * the week's Friday; on a Friday, it is the next day. For “Later”, it is the following Monday.
 * Returns `undefined` for columns that need more than a date, and for “This week” on a Saturday.
 */
export function dueDateInColumn(column: BoardColumnName, today: Day): Day | undefined {
  const saturday = findWeekEnd(today);
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
