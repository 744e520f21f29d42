import { conflict, unprocessable } from '#server/core/errors.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { dueProblem, snoozeProblem } from '#shared/work/rules.ts';
import type { Task, TaskChanges } from '#shared/work/tasks.ts';
import type { WorkTimelineEvent } from '../event-queries.ts';

/** Editable fields of a task. */
export interface EditableTaskFields {
  title: string;
  details: string;
  dueOn: Day | null;
  assignee: Person | null;
  status: Task['status'];
  snoozedUntil: Day | null;
}

/**
 * Applies changes to a task. `assignee` is the user with the id `changes.assigneeId`. Closing a
 * task ends its snooze.
 */
export function applyTaskChanges(
  task: EditableTaskFields,
  changes: TaskChanges,
  assignee: Person | null,
): EditableTaskFields {
  const status = changes.status ?? task.status;
  const snoozedUntil =
    changes.snoozedUntil === undefined ? task.snoozedUntil : changes.snoozedUntil;
  return {
    title: changes.title ?? task.title,
    details: changes.details ?? task.details,
    dueOn: changes.dueOn === undefined ? task.dueOn : changes.dueOn,
    assignee: changes.assigneeId === undefined ? task.assignee : assignee,
    status,
    snoozedUntil: status === 'open' ? snoozedUntil : null,
  };
}

export const hasEqualTaskFields = (one: EditableTaskFields, other: EditableTaskFields): boolean =>
  one.title === other.title &&
  one.details === other.details &&
  one.dueOn === other.dueOn &&
  one.assignee?.id === other.assignee?.id &&
  one.status === other.status &&
  one.snoozedUntil === other.snoozedUntil;

/**
 * Returns the problem with a changed due date or snooze date, prefixed with the field name;
 * `undefined` without a problem. Unchanged dates are not checked.
 */
export function taskDayProblem(
  before: EditableTaskFields | undefined,
  after: EditableTaskFields,
  today: Day,
): string | undefined {
  const due =
    after.dueOn !== null && after.dueOn !== before?.dueOn
      ? dueProblem(after.dueOn, today)
      : undefined;
  if (due !== undefined) return `dueOn: ${due}`;
  const snooze =
    after.snoozedUntil !== null && after.snoozedUntil !== before?.snoozedUntil
      ? snoozeProblem(after.snoozedUntil, today)
      : undefined;
  return snooze === undefined ? undefined : `snoozedUntil: ${snooze}`;
}

/**
 * Returns the fields of a task after changes, and the time at which it was closed. Returns
 * `undefined` when nothing differs, as for a repeated request. Throws a 409 error when the task
 * changed after `version`, and a 422 error for an invalid date.
 */
export function resolveTaskUpdate(
  before: EditableTaskFields & Pick<Task, 'version' | 'updatedBy' | 'closedAt'>,
  { version, ...changes }: TaskChanges & { version: number },
  assignee: Person | null,
  { today, at }: { today: Day; at: Date },
): (EditableTaskFields & { closedAt: Date | null }) | undefined {
  const after = applyTaskChanges(before, changes, assignee);
  if (hasEqualTaskFields(before, after)) return undefined;
  if (before.version !== version)
    throw conflict(
      `${before.updatedBy.name} changed this task after you opened it. Check it, then save again. Your text is kept.`,
    );
  const problem = taskDayProblem(before, after, today);
  if (problem !== undefined) throw unprocessable(problem);
  const isStillClosed = before.status === after.status && before.closedAt !== null;
  const closedAt = isStillClosed ? new Date(before.closedAt ?? at) : at;
  return { ...after, closedAt: after.status === 'open' ? null : closedAt };
}

type EventDetail = Pick<WorkTimelineEvent, 'event' | 'detail'>;

/** Returns the timeline events of a change. A change of only the details has no event. */
export function taskChangeEvents(
  before: EditableTaskFields,
  after: EditableTaskFields,
): EventDetail[] {
  const events: EventDetail[] = [];
  const add = (event: EventDetail['event'], detail: EventDetail['detail'] = {}) =>
    events.push({ event, detail: { title: after.title, ...detail } });
  if (before.title !== after.title) add('renamed', { before: before.title });
  if (before.dueOn !== after.dueOn) add('due_moved', { due: after.dueOn, before: before.dueOn });
  if (before.assignee?.id !== after.assignee?.id)
    add('assigned', { assignee: after.assignee?.name ?? null });
  if (before.status !== after.status) add(after.status === 'open' ? 'reopened' : after.status);
  if (after.status === 'open' && before.snoozedUntil !== after.snoozedUntil) {
    if (after.snoozedUntil === null) add('unsnoozed');
    else add('snoozed', { until: after.snoozedUntil });
  }
  return events;
}
