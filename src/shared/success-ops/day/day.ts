import { z } from 'zod';
import { daySchema, endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { workKinds } from '#shared/work/working-time.ts';

/** Most urgent first. */
export const urgencies = ['overdue', 'today', 'soon', 'when_free'] as const;

/** What a source brings to a day: one piece of work for one customer. */
export const dayItemSchema = z.strictObject({
  /** The same from one look to the next, so that it stays moved. */
  key: z.string(),
  kind: z.enum([...workKinds, 'sla', 'call']),
  institutionId: z.int(),
  institutionName: z.string(),
  healthTier: healthTierSchema,
  urgency: z.enum(urgencies),
  due: z.iso.date().nullable(),
  minutes: z.int(),
  /** Dollars a year at stake; null where a factor is not known. */
  value: z.number().nullable(),
  /** Why it stands here, in words. */
  why: z.string(),
  task: z.strictObject({ taskId: z.uuid(), version: z.int() }).nullable(),
  call: z.strictObject({ callId: z.uuid(), title: z.string(), version: z.int() }).nullable(),
  /** The clock of a service level; it can be paused while it runs in time. */
  sla: z.strictObject({ key: z.string(), ticketId: z.int().nullable(), canPause: z.boolean() }).nullable(),
  /** Whose work it is, of somebody who is away. */
  coveringFor: personSchema.nullable(),
});
export type DayItem = z.output<typeof dayItemSchema>;

export const plannedItemSchema = dayItemSchema.extend({
  /** Put off until this day; null for a row that was not. */
  movedTo: z.iso.date().nullable(),
  /** Of its place in the plan: 0 for a row that nobody has moved. */
  planVersion: z.int(),
});
export type PlannedItem = z.output<typeof plannedItemSchema>;

export const getDay = endpoint({
  method: 'GET',
  path: '/api/success-ops/day',
  summary: 'What a person does today, in order, as far as today’s free hours reach, and what did not fit',
  query: z.object({
    /** Whose day; left out, one’s own. */
    person: z.uuid().optional(),
  }),
  response: z.strictObject({
    person: personSchema,
    today: z.iso.date(),
    freeMinutes: z.int(),
    /** Estimated for the tasks and calls to action that the person has closed today. */
    doneMinutes: z.int(),
    isAway: z.boolean(),
    /** Customers whose owner this is; null where the CRM could not be asked. */
    customers: z.int().nullable(),
    rows: z.array(plannedItemSchema),
    rest: z.array(plannedItemSchema),
    moved: z.array(plannedItemSchema),
  }),
});

const itemKeySchema = textSchema.min(1).max(120);

export const postDayMove = endpoint({
  method: 'POST',
  path: '/api/success-ops/day/move',
  summary: 'Put a row of a day off to another day, or back to today; 409 when it was moved since `version`',
  body: z.strictObject({ userId: z.uuid(), key: itemKeySchema, to: daySchema.nullable(), version: versionSchema }),
  response: z.strictObject({ key: z.string(), movedTo: z.iso.date().nullable(), version: z.int() }),
});

export const mostOrdered = 200;

export const postDayOrder = endpoint({
  method: 'POST',
  path: '/api/success-ops/day/order',
  summary: 'Put today’s first rows into an order of one’s own; rows that are gone meanwhile are left out',
  body: z.strictObject({ userId: z.uuid(), keys: z.array(itemKeySchema).min(1).max(mostOrdered) }),
  response: z.strictObject({ keys: z.array(z.string()) }),
});
