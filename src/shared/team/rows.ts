import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { taskDueDateGroups } from './task-age-groups.ts';

const day = z.iso.date();

const teamTaskSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  taskId: z.uuid(),
  title: z.string(),
  personName: z.string().nullable(),
  dueOn: day.nullable(),
  age: z.enum(taskDueDateGroups),
  /** Days since the due date; `null` if not overdue. */
  overdueDays: z.int().nullable(),
  createdOn: day,
  /** Days since the task was added. */
  openDays: z.int(),
  isSnoozed: z.boolean(),
});
export type TeamTask = z.output<typeof teamTaskSchema>;

export const getTeamTasks = endpoint({
  method: 'GET',
  path: '/api/team/tasks',
  summary: 'List all open tasks with the days they have been open and overdue',
  response: createListAnswerSchema(teamTaskSchema),
});

export const exportTeamTasks = {
  path: '/api/team/tasks/export',
  summary: 'Export open tasks as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;

const untouchedSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  ownerName: z.string().nullable(),
  healthTier: healthTierSchema,
  adoptionScore: z.number().nullable(),
  atRisk: z.boolean(),
  /** `null` if there was never a touch. */
  lastTouchOn: day.nullable(),
  untouchedDays: z.int().nullable(),
  openTasks: z.int(),
});
export type UntouchedCustomer = z.output<typeof untouchedSchema>;

export type UntouchedCustomerRow = z.output<typeof untouchedSchema>;

export const getUntouched = endpoint({
  method: 'GET',
  path: '/api/team/untouched',
  summary: 'List the customers without a touch in the last 30 days',
  response: createListAnswerSchema(untouchedSchema),
});

export const exportUntouched = {
  path: '/api/team/untouched/export',
  summary:
    'Export customers without a touch in the last 30 days as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;
