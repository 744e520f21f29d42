import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { taskAges } from './task-ages.ts';

const loadHoursSchema = z.strictObject({ customers: z.number(), tasks: z.number(), riskCases: z.number(), calls: z.number() });

/** How much somebody has to do against the hours of the next seven days. */
export const loadSchema = z.strictObject({
  person: personSchema,
  /** Of a week, by what takes them. */
  hours: loadHoursSchema,
  /** Of the seven days from today. */
  availableHours: z.number(),
  isAway: z.boolean(),
  /** Away today, and nobody covers who is there. */
  isUncovered: z.boolean(),
});
export type Load = z.output<typeof loadSchema>;

const teamRowSchema = loadSchema.extend({
  customers: z.int(),
  /** Dollars a year; null where the CRM could not be asked. */
  revenue: z.number().nullable(),
  onboarding: z.int(),
  atRisk: z.int(),
  /** Customers for whom nobody wrote, did or decided anything in the last 30 days. */
  untouched: z.int(),
  openTasks: z.int(),
  overdueTasks: z.int(),
  /** Days since the task that is overdue longest was due; null without one. */
  oldestOverdueDays: z.int().nullable(),
  openCalls: z.int(),
  riskCases: z.int(),
});
export type TeamRow = z.output<typeof teamRowSchema>;

/** Somebody who can be given no work any more and still has some. */
const leaverSchema = z.strictObject({
  person: personSchema,
  /** How lists name this person as an owner, also as one whom the CRM has archived. */
  ownerNames: z.array(z.string()),
  customers: z.int(),
  openTasks: z.int(),
  riskCases: z.int(),
  openCalls: z.int(),
});
export type Leaver = z.output<typeof leaverSchema>;

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/success-ops/team',
  summary: 'The load of each person, and customers that nobody looks after',
  response: listAnswer(teamRowSchema).extend({
    /** Customers without an owner; null where the CRM could not be asked. */
    withoutOwner: z.int().nullable(),
    /** Owners in the CRM who are nobody that can be given work here, with their customers. */
    unknownOwners: z.array(z.strictObject({ ownerName: z.string(), customers: z.int() })),
    leavers: z.array(leaverSchema),
    /** Every open task, by how long it is due. */
    taskAges: z.array(z.strictObject({ age: z.enum(taskAges), tasks: z.int() })),
  }),
});
