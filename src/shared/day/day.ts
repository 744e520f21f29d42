import { z } from 'zod';
import { daySchema, endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { workKinds } from '#shared/work/working-time.ts';

/** Ordered from most to least urgent. */
export const urgencies = ['overdue', 'today', 'soon', 'when_free'] as const;

/** A work item for one customer or prospect on the My day page, such as a task or an SLA clock. */
export const dayItemSchema = z.strictObject({
  /** Stable key of the item. The item's new day and position are saved under this key. */
  key: z.string(),
  kind: z.enum([...workKinds, 'sla', 'call']),
  /** Customer of the item; the three fields are `null` for an item of a prospect. */
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  healthTier: healthTierSchema.nullable(),
  /** Prospect of the item; `null` for an item of a customer. `key` is the end of its page's path. */
  prospect: z.strictObject({ prospectId: z.int(), name: z.string(), key: z.string() }).nullable(),
  urgency: z.enum(urgencies),
  due: z.iso.date().nullable(),
  minutes: z.int(),
  /** Dollars at stake per year; `null` if the chance of loss or the revenue is unknown. */
  value: z.number().nullable(),
  /** Display text that explains why the item is in the day. */
  why: z.string(),
  task: z.strictObject({ taskId: z.uuid(), version: z.int() }).nullable(),
  call: z.strictObject({ callId: z.uuid(), title: z.string(), version: z.int() }).nullable(),
  /** SLA clock of the item. `canPause` is `true` while the clock runs and isn't overdue. */
  sla: z
    .strictObject({ key: z.string(), ticketId: z.int().nullable(), canPause: z.boolean() })
    .nullable(),
  /** The absent person whose work this is; `null` for the user's own work. */
  coveringFor: personSchema.nullable(),
});
export type DayItem = z.output<typeof dayItemSchema>;

export const plannedItemSchema = dayItemSchema.extend({
  /** Day to which the row was moved; `null` if it wasn't. */
  movedTo: z.iso.date().nullable(),
  /** Version of the row's saved position; 0 if it was never moved. */
  planVersion: z.int(),
});
export type PlannedItem = z.output<typeof plannedItemSchema>;

export const getDayPlan = endpoint({
  method: 'GET',
  path: '/api/day',
  summary:
    'Get a person’s plan for today: the ordered items that fit into the free hours, and the items that did not fit',
  query: z.object({
    /** User id; defaults to the current user. */
    person: z.uuid().optional(),
  }),
  response: z.strictObject({
    person: personSchema,
    today: z.iso.date(),
    freeMinutes: z.int(),
    /** Estimated minutes of the tasks and action items that the person has closed today. */
    doneMinutes: z.int(),
    isAway: z.boolean(),
    /** Number of customers the person owns; `null` if the CRM is unavailable. */
    customers: z.int().nullable(),
    rows: z.array(plannedItemSchema),
    rest: z.array(plannedItemSchema),
    moved: z.array(plannedItemSchema),
  }),
});

const itemKeySchema = textSchema.min(1).max(120);

export const postDayMove = endpoint({
  method: 'POST',
  path: '/api/day/move',
  summary:
    'Move a row to another day or back to today. Returns 409 if it was moved since `version`',
  body: z.strictObject({
    userId: z.uuid(),
    key: itemKeySchema,
    to: daySchema.nullable(),
    version: versionSchema,
  }),
  response: z.strictObject({ key: z.string(), movedTo: z.iso.date().nullable(), version: z.int() }),
});

export const maxOrderedItems = 200;

export const postDayOrder = endpoint({
  method: 'POST',
  path: '/api/day/order',
  summary: 'Save a custom order of today’s first rows. Ignores rows that no longer exist',
  body: z.strictObject({
    userId: z.uuid(),
    keys: z.array(itemKeySchema).min(1).max(maxOrderedItems),
  }),
  response: z.strictObject({ keys: z.array(z.string()) }),
});
