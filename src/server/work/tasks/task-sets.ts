import type { Queries } from '#server/core/db/database.ts';
import type { TaskStatus } from '#shared/work/tasks.ts';
import { type WorkTimelineEvent, writeWorkEvents } from '../event-queries.ts';
import {
  closeOrReassignTasks,
  insertBatchTasks,
  type TaskChangeInBatch,
  type TaskToInsert,
} from './task-sets-queries.ts';

export interface UserWorkEvent extends WorkTimelineEvent {
  userId: string;
}

/** Adds events by several users to the timeline. */
export async function writeMultiUserEvents(
  queries: Queries,
  events: readonly UserWorkEvent[],
  at: Date,
): Promise<void> {
  for (const [userId, own] of Map.groupBy(events, (event) => event.userId))
    await writeWorkEvents(queries, own, userId, at);
}

/**
 * Adds many different tasks, such as the tasks of playbooks, with their timeline events. Skips
 * tasks whose id already exists.
 */
export async function addTasksWithEvents(
  queries: Queries,
  tasks: readonly (TaskToInsert & { assigneeName: string | null })[],
  at: Date,
): Promise<void> {
  if (tasks.length === 0) return;
  await insertBatchTasks(queries, tasks, at);
  const events = tasks.map(({ institutionId, taskId, title, assigneeName, dueOn, userId }) => ({
    ...{
      institutionId,
      kind: 'task' as const,
      event: 'created' as const,
      subjectId: taskId,
      userId,
    },
    detail: { title, assignee: assigneeName, due: dueOn },
  }));
  await writeMultiUserEvents(queries, events, at);
}

type Change = TaskChangeInBatch & { assigneeName: string | null };

/**
 * Closes or reassigns the tasks that are still open and adds timeline events. Closed tasks stay
 * unchanged.
 */
export async function changeTasksWithEvents(
  queries: Queries,
  changes: readonly Change[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const keyOf = ({ institutionId, taskId }: Pick<Change, 'institutionId' | 'taskId'>) =>
    `${institutionId} ${taskId}`;
  const changeByKey = new Map(changes.map((change) => [keyOf(change), change]));
  const events = (await closeOrReassignTasks(queries, changes, at)).flatMap(
    ({ institutionId, taskId, title }): UserWorkEvent[] => {
      const change = changeByKey.get(keyOf({ institutionId, taskId }));
      if (change === undefined) return [];
      const common = {
        institutionId,
        kind: 'task' as const,
        subjectId: taskId,
        userId: change.userId,
      };
      if (change.status !== 'open')
        return [{ ...common, event: eventOf[change.status], detail: { title } }];
      return [{ ...common, event: 'assigned', detail: { title, assignee: change.assigneeName } }];
    },
  );
  await writeMultiUserEvents(queries, events, at);
}

const eventOf: Record<Exclude<TaskStatus, 'open'>, 'done' | 'dropped'> = {
  done: 'done',
  dropped: 'dropped',
};
