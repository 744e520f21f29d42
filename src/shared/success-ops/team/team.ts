import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';

const teamRowSchema = z.strictObject({
  person: personSchema,
  /** As the CRM has the owner. */
  ownerName: z.string(),
  /** Of a week. */
  neededHours: z.number(),
  /** Of the seven days from today. */
  availableHours: z.number(),
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
  /** Away today, and nobody covers who is there. */
  isUncovered: z.boolean(),
  isAway: z.boolean(),
});
export type TeamRow = z.output<typeof teamRowSchema>;

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/success-ops/team',
  summary: 'The load of each person, and customers that nobody looks after',
  response: listAnswer(teamRowSchema).extend({
    /** Customers without an owner; null where the CRM could not be asked. */
    withoutOwner: z.int().nullable(),
    /** Owners in the CRM who are nobody that can be given work here, with their customers. */
    unknownOwners: z.array(z.strictObject({ ownerName: z.string(), customers: z.int() })),
  }),
});
