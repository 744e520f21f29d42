import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { taskDueDateGroups } from './task-age-groups.ts';

const loadHoursSchema = z.strictObject({
  customers: z.number(),
  tasks: z.number(),
  riskCases: z.number(),
  calls: z.number(),
});

/** A person's load compared with the available hours of the next seven days. */
export const teamMemberLoadSchema = z.strictObject({
  person: personSchema,
  /** Hours per week by type of work. */
  hours: loadHoursSchema,
  /** Hours available in the seven days from today. */
  availableHours: z.number(),
  isAway: z.boolean(),
  /** `true` if the person is away today and has no cover, or a cover who is away too. */
  isUncovered: z.boolean(),
});
export type TeamMemberLoad = z.output<typeof teamMemberLoadSchema>;

const teamRowSchema = teamMemberLoadSchema.extend({
  customers: z.int(),
  /** Dollars per year; `null` if the CRM is unavailable. */
  revenue: z.number().nullable(),
  onboarding: z.int(),
  atRisk: z.int(),
  /** Number of customers without a touch in the last 30 days. */
  untouched: z.int(),
  openTasks: z.int(),
  overdueTasks: z.int(),
  /** Days by which the most overdue task is overdue; `null` when no task is overdue. */
  oldestOverdueDays: z.int().nullable(),
  openCalls: z.int(),
  riskCases: z.int(),
  /** Number of owned prospects that are neither won nor lost. */
  prospects: z.int(),
  /** Number of open tasks for prospects, which `openTasks` leaves out. */
  prospectTasks: z.int(),
});
export type TeamRow = z.output<typeof teamRowSchema>;

/** A disabled user with remaining work. */
const leaverSchema = z.strictObject({
  person: personSchema,
  /** The person's names in owner columns, including the name with the suffix “(inactive)”. */
  ownerNames: z.array(z.string()),
  customers: z.int(),
  openTasks: z.int(),
  riskCases: z.int(),
  openCalls: z.int(),
  /** Number of owned prospects that are neither won nor lost. */
  prospects: z.int(),
  prospectTasks: z.int(),
});
export type DisabledUserWithWork = z.output<typeof leaverSchema>;

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'Get each person’s load, and the customers without an active owner',
  response: createListAnswerSchema(teamRowSchema).extend({
    /** Number of customers without an owner; `null` if the CRM is unavailable. */
    withoutOwner: z.int().nullable(),
    /** CRM owners without an active account, with their numbers of customers. */
    unknownOwners: z.array(z.strictObject({ ownerName: z.string(), customers: z.int() })),
    leavers: z.array(leaverSchema),
    /** Number of open tasks per age group. */
    taskAges: z.array(z.strictObject({ age: z.enum(taskDueDateGroups), tasks: z.int() })),
  }),
});
