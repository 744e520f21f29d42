import {
  getProspectTask,
  type ProspectTask,
  patchProspectTask,
  postProspectTask,
} from '#shared/work/prospect-tasks.ts';
import {
  getTask,
  type NewTask,
  patchTask,
  type Task,
  type TaskChanges,
} from '#shared/work/tasks.ts';
import { call } from '#web/core/api.ts';
import type { CustomerReference } from './customers.ts';

/** Task of a customer or of a prospect. */
export type AnyTask = Task | ProspectTask;

export interface ProspectReference {
  prospectId: number;
  prospectName: string;
}

/** Customers or prospect that a task is for. */
export type TaskSubject =
  | { customers: readonly CustomerReference[] }
  | { prospect: ProspectReference };

export const subjectOf = (task: AnyTask): TaskSubject =>
  'prospectId' in task ? { prospect: task } : { customers: [task] };

/** Returns the ids of the customers whose work changes with the task. */
export const institutionIdsOf = (subject: TaskSubject): number[] =>
  'prospect' in subject ? [] : subject.customers.map(({ institutionId }) => institutionId);

/** Changes a task. Throws a 409 error when it changed after `version`. */
export const changeTask = (
  task: AnyTask,
  body: TaskChanges & { version: number },
): Promise<AnyTask> =>
  'prospectId' in task
    ? call(patchProspectTask, {
        params: { prospectId: task.prospectId, taskId: task.taskId },
        body,
      })
    : call(patchTask, { params: { id: task.institutionId, taskId: task.taskId }, body });

export const readTask = (task: AnyTask): Promise<AnyTask> =>
  'prospectId' in task
    ? call(getProspectTask, { params: { prospectId: task.prospectId, taskId: task.taskId } })
    : call(getTask, { params: { id: task.institutionId, taskId: task.taskId } });

export const addProspectTask = (
  { prospectId }: ProspectReference,
  body: NewTask,
): Promise<ProspectTask> => call(postProspectTask, { params: { prospectId }, body });
