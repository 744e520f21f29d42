import type { Queries } from '#server/core/db/database.ts';
import type { TaskStatus } from '#shared/work/tasks.ts';
import { type WorkEvent, writeWorkEvents } from './event-queries.ts';
import { type ChangeOfSet, changeEachOpenTask, insertEachTask, type TaskOfSet } from './task-sets-queries.ts';

export interface EventOfSet extends WorkEvent {
  userId: string;
}

/** Events of several people. */
export async function writeEachEvent(queries: Queries, events: readonly EventOfSet[], at: Date): Promise<void> {
  for (const [userId, own] of Map.groupBy(events, (event) => event.userId)) await writeWorkEvents(queries, own, userId, at);
}

/** Adds many tasks that differ, such as those of playbooks. An id that is taken adds nothing. */
export async function addEachTask(
  queries: Queries,
  tasks: readonly (TaskOfSet & { assigneeName: string | null })[],
  at: Date,
): Promise<void> {
  if (tasks.length === 0) return;
  await insertEachTask(queries, tasks, at);
  const events = tasks.map(({ institutionId, taskId, title, assigneeName, dueOn, userId }) => ({
    ...{ institutionId, kind: 'task' as const, event: 'created' as const, subjectId: taskId, userId },
    detail: { title, assignee: assigneeName, due: dueOn },
  }));
  await writeEachEvent(queries, events, at);
}

type Change = ChangeOfSet & { assigneeName: string | null };

/** Closes each task that is still open, or gives it to another person; tasks that are closed stay as they are. */
export async function changeEachTask(queries: Queries, changes: readonly Change[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const keyOf = ({ institutionId, taskId }: Pick<Change, 'institutionId' | 'taskId'>) => `${institutionId} ${taskId}`;
  const wanted = new Map(changes.map((change) => [keyOf(change), change]));
  const events = (await changeEachOpenTask(queries, changes, at)).flatMap(({ institutionId, taskId, title }): EventOfSet[] => {
    const change = wanted.get(keyOf({ institutionId, taskId }));
    if (change === undefined) return [];
    const common = { institutionId, kind: 'task' as const, subjectId: taskId, userId: change.userId };
    if (change.status !== 'open') return [{ ...common, event: eventOf[change.status], detail: { title } }];
    return [{ ...common, event: 'assigned', detail: { title, assignee: change.assigneeName } }];
  });
  await writeEachEvent(queries, events, at);
}

const eventOf: Record<Exclude<TaskStatus, 'open'>, 'done' | 'dropped'> = { done: 'done', dropped: 'dropped' };
