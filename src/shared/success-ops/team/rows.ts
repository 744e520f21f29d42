import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { taskAges } from './task-ages.ts';

const day = z.iso.date();

const teamTaskSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  taskId: z.uuid(),
  title: z.string(),
  personName: z.string().nullable(),
  dueOn: day.nullable(),
  age: z.enum(taskAges),
  /** Days since it was due; null where it is not overdue. */
  overdueDays: z.int().nullable(),
  createdOn: day,
  /** Days since it was added. */
  openDays: z.int(),
  isSnoozed: z.boolean(),
});
export type TeamTask = z.output<typeof teamTaskSchema>;

export const getTeamTasks = endpoint({
  method: 'GET',
  path: '/api/success-ops/team/tasks',
  summary: 'Every open task with how long it is open and overdue',
  response: listAnswer(teamTaskSchema),
});

export const exportTeamTasks = {
  path: '/api/success-ops/team/tasks/export',
  summary: 'Open tasks as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;

const untouchedSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  ownerName: z.string().nullable(),
  healthTier: healthTierSchema,
  adoptionScore: z.number().nullable(),
  atRisk: z.boolean(),
  /** null where nobody ever touched it. */
  lastTouchOn: day.nullable(),
  untouchedDays: z.int().nullable(),
  openTasks: z.int(),
});
export type UntouchedCustomer = z.output<typeof untouchedSchema>;

export const getUntouched = endpoint({
  method: 'GET',
  path: '/api/success-ops/team/untouched',
  summary: 'Customers for whom nobody did anything in the last 30 days',
  response: listAnswer(untouchedSchema),
});

export const exportUntouched = {
  path: '/api/success-ops/team/untouched/export',
  summary: 'Untouched customers as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;
