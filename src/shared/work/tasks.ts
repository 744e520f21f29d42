import { z } from 'zod';
import {
  createListAnswerSchema,
  createListPageAnswerSchema,
  createUrlIntegerSchema,
  daySchema,
  endpoint,
  idInUrlSchema,
  institutionParamsSchema,
  pageCursorSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { numberText } from '#shared/core/words.ts';
import { bulkResultSchema, institutionIdsSchema } from './many.ts';

export const taskStatuses = ['open', 'done', 'dropped'] as const;
const taskStatusSchema = z.enum(taskStatuses);
export type TaskStatus = z.output<typeof taskStatusSchema>;

export const maxTaskTitleLength = 200;
export const maxTaskDetailsLength = 4000;
const titleSchema = textSchema
  .trim()
  .min(1, 'must not be empty')
  .max(maxTaskTitleLength, `must have at most ${maxTaskTitleLength} characters`)
  .regex(/^[^\r\n]*$/, 'must be one line');
const detailsSchema = textSchema.max(
  maxTaskDetailsLength,
  `must have at most ${numberText(maxTaskDetailsLength)} characters`,
);

export const taskSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  taskId: z.uuid(),
  title: z.string(),
  details: z.string(),
  dueOn: z.iso.date().nullable(),
  assignee: personSchema.nullable(),
  status: taskStatusSchema,
  /** Day on which the snooze ends; `null` when the task is not snoozed. */
  snoozedUntil: z.iso.date().nullable(),
  version: z.int(),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  updatedBy: personSchema,
  updatedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
});
export type Task = z.output<typeof taskSchema>;

const taskParams = z.strictObject({ id: idInUrlSchema, taskId: z.uuid() });

export const newTaskSchema = z.strictObject({
  taskId: z.uuid(),
  title: titleSchema,
  details: detailsSchema.default(''),
  dueOn: daySchema.nullable().default(null),
  assigneeId: z.uuid().nullable().default(null),
});
export type NewTask = z.output<typeof newTaskSchema>;

/** The id is client-generated, so that a repeated request adds one task. */
export const postTask = endpoint({
  method: 'POST',
  path: '/api/institution/:id/tasks',
  summary: 'Add a task for an institution',
  params: institutionParamsSchema,
  body: newTaskSchema,
  response: taskSchema,
});

/** Adds the same task to all institutions, or to none on failure. */
export const postTasks = endpoint({
  method: 'POST',
  path: '/api/work/tasks',
  summary: 'Add a task for each of several institutions',
  body: newTaskSchema.extend({ institutionIds: institutionIdsSchema }),
  response: bulkResultSchema,
});

export const getTask = endpoint({
  method: 'GET',
  path: '/api/institution/:id/tasks/:taskId',
  summary: 'One task',
  params: taskParams,
  response: taskSchema,
});

/** Changes of a task; omitted fields stay unchanged. */
export const taskChangesSchema = z.strictObject({
  title: titleSchema.optional(),
  details: detailsSchema.optional(),
  dueOn: daySchema.nullable().optional(),
  assigneeId: z.uuid().nullable().optional(),
  status: taskStatusSchema.optional(),
  snoozedUntil: daySchema.nullable().optional(),
});
export type TaskChanges = z.output<typeof taskChangesSchema>;

export const patchTask = endpoint({
  method: 'PATCH',
  path: '/api/institution/:id/tasks/:taskId',
  summary: 'Change a task; 409 when it changed after `version`',
  params: taskParams,
  body: taskChangesSchema.extend({ version: versionSchema }),
  response: taskSchema,
});

/**
 * Lists open tasks by due date, with undated tasks last, or closed tasks by closing time, newest
 * first.
 */
export const getTasks = endpoint({
  method: 'GET',
  path: '/api/work/tasks',
  summary: 'Tasks of one institution, of one user, or all',
  query: z.object({
    institutionId: idInUrlSchema.optional(),
    /** User id, `me`, or `nobody` for unassigned tasks. */
    assignee: z.union([z.literal(['me', 'nobody']), z.uuid()]).optional(),
    state: z.enum(['open', 'closed']).default('open'),
    /** Filter of open tasks by snooze. */
    snoozed: z.enum(['no', 'yes', 'both']).default('both'),
    /** Includes only tasks due on this day or earlier. */
    dueBy: daySchema.optional(),
    after: pageCursorSchema.optional(),
    limit: createUrlIntegerSchema(z.int().min(1).max(200)).default(50),
  }),
  response: createListPageAnswerSchema(taskSchema).extend({
    /** Number of matching tasks on all pages. */
    total: z.int(),
    overdue: z.int(),
  }),
});

/** Summary of an institution's work for lists; institutions without work are omitted. */
export const institutionWorkSummarySchema = z.strictObject({
  institutionId: z.int(),
  openTasks: z.int(),
  /** Open task that is due next and not snoozed; `null` when there is none. */
  nextTask: z.strictObject({ title: z.string(), dueOn: z.iso.date().nullable() }).nullable(),
  /** Time of the last note, task change or decision. */
  lastTouchAt: z.iso.datetime().nullable(),
});
export type InstitutionWorkSummary = z.output<typeof institutionWorkSummarySchema>;

export const getInstitutionWorkSummaries = endpoint({
  method: 'GET',
  path: '/api/work/summaries',
  summary: 'Open tasks and last touch of each institution that has either',
  response: createListAnswerSchema(institutionWorkSummarySchema),
});
