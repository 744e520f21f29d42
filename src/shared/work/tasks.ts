import { z } from 'zod';
import {
  daySchema,
  endpoint,
  idInAddress,
  inAddress,
  institutionParams,
  listAnswer,
  pageAnswer,
  pageEndSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { doneSchema, institutionIdsSchema } from './many.ts';

export const taskStatuses = ['open', 'done', 'dropped'] as const;
const taskStatusSchema = z.enum(taskStatuses);
export type TaskStatus = z.output<typeof taskStatusSchema>;

export const longestTaskTitle = 200;
export const longestTaskDetails = 4000;
const titleSchema = textSchema
  .trim()
  .min(1, 'must not be empty')
  .max(longestTaskTitle, `must have at most ${longestTaskTitle} characters`)
  .regex(/^[^\r\n]*$/, 'must be one line');
const detailsSchema = textSchema.max(longestTaskDetails, `must have at most ${longestTaskDetails.toLocaleString('en-US')} characters`);

export const taskSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  taskId: z.uuid(),
  title: z.string(),
  details: z.string(),
  dueOn: z.iso.date().nullable(),
  assignee: personSchema.nullable(),
  status: taskStatusSchema,
  /** Left in peace until this day; null when it is not, or the day has come. */
  snoozedUntil: z.iso.date().nullable(),
  version: z.int(),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  updatedBy: personSchema,
  updatedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
});
export type Task = z.output<typeof taskSchema>;

const taskParams = z.strictObject({ id: idInAddress, taskId: z.uuid() });

const newTaskSchema = z.strictObject({
  taskId: z.uuid(),
  title: titleSchema,
  details: detailsSchema.default(''),
  dueOn: daySchema.nullable().default(null),
  assigneeId: z.uuid().nullable().default(null),
});
export type NewTask = z.output<typeof newTaskSchema>;

/** The page makes the id, so that a double click makes one task. */
export const postTask = endpoint({
  method: 'POST',
  path: '/api/institution/:id/tasks',
  summary: 'Add a task for an institution',
  params: institutionParams,
  body: newTaskSchema,
  response: taskSchema,
});

/** The same task for each, or for none. */
export const postTasks = endpoint({
  method: 'POST',
  path: '/api/tasks',
  summary: 'Add a task for each of several institutions',
  body: newTaskSchema.extend({ institutionIds: institutionIdsSchema }),
  response: doneSchema,
});

export const getTask = endpoint({
  method: 'GET',
  path: '/api/institution/:id/tasks/:taskId',
  summary: 'One task as it stands',
  params: taskParams,
  response: taskSchema,
});

/** What may be changed of a task; what is left out stays. */
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
  summary: 'Change a task; 409 when it has changed since `version`',
  params: taskParams,
  body: taskChangesSchema.extend({ version: versionSchema }),
  response: taskSchema,
});

/** Open tasks come by due day, those without one last; closed ones by when they were closed, newest first. */
export const getTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  summary: 'Tasks of one institution, of one person, or all',
  query: z.object({
    institutionId: idInAddress.optional(),
    /** A person’s id, `me`, or `nobody`. */
    assignee: z.union([z.literal(['me', 'nobody']), z.uuid()]).optional(),
    state: z.enum(['open', 'closed']).default('open'),
    /** Of the open ones: those that are not snoozed, those that are, or both. */
    snoozed: z.enum(['no', 'yes', 'both']).default('both'),
    /** Only those due on this day or before. */
    dueBy: daySchema.optional(),
    after: pageEndSchema.optional(),
    limit: inAddress(z.int().min(1).max(200)).default(50),
  }),
  response: pageAnswer(taskSchema).extend({
    /** Of all that fit, not only of this page. */
    total: z.int(),
    overdue: z.int(),
  }),
});

/** In short, for lists of institutions; one that nobody has worked on is left out. */
export const workSummarySchema = z.strictObject({
  institutionId: z.int(),
  openTasks: z.int(),
  /** The open task that is due first and is not snoozed. */
  nextTask: z.strictObject({ title: z.string(), dueOn: z.iso.date().nullable() }).nullable(),
  /** When someone last wrote a note, did a task or decided something. */
  lastTouchAt: z.iso.datetime().nullable(),
});
export type WorkSummary = z.output<typeof workSummarySchema>;

export const getWorkSummaries = endpoint({
  method: 'GET',
  path: '/api/work-summaries',
  summary: 'Open tasks and the last touch of every institution that has any',
  response: listAnswer(workSummarySchema),
});
