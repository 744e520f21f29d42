import { type Day, daysBetween } from '#shared/core/dates.ts';

/** Age groups of open tasks, the most overdue first. */
export const taskDueDateGroups = [
  'Over 30 days overdue',
  '8–30 days overdue',
  '1–7 days overdue',
  'Due today',
  'Due later',
  'No due day',
] as const;
export type TaskDueDateGroup = (typeof taskDueDateGroups)[number];

/** Returns the days since the due date; `null` if the task isn't overdue. */
export function countOverdueDays(dueOn: Day | null, today: Day): number | null {
  return dueOn === null || dueOn >= today ? null : daysBetween(dueOn, today);
}

export function classifyTaskByDueDate(dueOn: Day | null, today: Day): TaskDueDateGroup {
  if (dueOn === null) return 'No due day';
  const days = daysBetween(dueOn, today);
  if (days > 30) return 'Over 30 days overdue';
  if (days > 7) return '8–30 days overdue';
  if (days > 0) return '1–7 days overdue';
  return days === 0 ? 'Due today' : 'Due later';
}
