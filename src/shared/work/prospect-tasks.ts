import { z } from 'zod';
import {
  createListAnswerSchema,
  endpoint,
  idInUrlSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { newTaskSchema, taskChangesSchema, taskSchema } from './tasks.ts';

/** Task for a prospect. It belongs to no customer. */
export const prospectTaskSchema = taskSchema
  .omit({ institutionId: true, institutionName: true })
  .extend({ prospectId: z.int(), prospectName: z.string() });
export type ProspectTask = z.output<typeof prospectTaskSchema>;

/** Maximum number of tasks that a prospect’s page lists. */
export const maxListedProspectTasks = 200;

const prospectParams = z.strictObject({ prospectId: idInUrlSchema });
const path = '/api/work/prospects/:prospectId/tasks';

export const getProspectTasks = endpoint({
  method: 'GET',
  path,
  summary: 'Tasks of a prospect: open tasks by due date, then closed tasks, newest first',
  params: prospectParams,
  response: createListAnswerSchema(prospectTaskSchema),
});

/** The client generates the id, so that a repeated request adds one task. */
export const postProspectTask = endpoint({
  method: 'POST',
  path,
  summary: 'Add a task for a prospect',
  params: prospectParams,
  body: newTaskSchema,
  response: prospectTaskSchema,
});

const taskParams = z.strictObject({ prospectId: idInUrlSchema, taskId: z.uuid() });

export const getProspectTask = endpoint({
  method: 'GET',
  path: `${path}/:taskId`,
  summary: 'One task of a prospect',
  params: taskParams,
  response: prospectTaskSchema,
});

export const patchProspectTask = endpoint({
  method: 'PATCH',
  path: `${path}/:taskId`,
  summary: 'Change a task of a prospect; 409 when it changed after `version`',
  params: taskParams,
  body: taskChangesSchema.extend({ version: versionSchema }),
  response: prospectTaskSchema,
});
