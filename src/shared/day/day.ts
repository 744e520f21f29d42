import { z } from 'zod';
import { daySchema, endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { slaKinds } from '#shared/slas/words.ts';
import { workKinds } from '#shared/work/working-time.ts';

/** Ordered from most to least urgent. */
export const urgencies = ['overdue', 'today', 'soon', 'when_free'] as const;

/** Reason why a customer or prospect is in a person's day, such as a task or an SLA clock. */
export const dayItemSchema = z.strictObject({
  /** Stable key of the item. The item's new day and position are saved under this key. */
  key: z.string(),
  kind: z.enum([...workKinds, 'sla', 'call', 'save']),
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
  /** Display text that explains why the item is in the day, without its due date. */
  why: z.string(),
  task: z.strictObject({ taskId: z.uuid(), version: z.int() }).nullable(),
  /**
   * Action item. `isFromRule` is `true` when an alert rule opened it, and `isOutdated` when the
   * customer no longer matches this rule.
   */
  call: z
    .strictObject({
      callId: z.uuid(),
      title: z.string(),
      version: z.int(),
      isFromRule: z.boolean(),
      isOutdated: z.boolean(),
    })
    .nullable(),
  /** SLA clock of the item. `canPause` is `true` while the clock runs and isn't overdue. */
  sla: z
    .strictObject({
      key: z.string(),
      kind: z.enum(slaKinds),
      ticketId: z.int().nullable(),
      canPause: z.boolean(),
    })
    .nullable(),
  /** Attempt to keep a leaving customer. `lossVersion` is the version of the notice. */
  save: z
    .strictObject({
      lossId: z.uuid(),
      lossVersion: z.int(),
      version: z.int(),
      ownerId: z.uuid(),
      dueOn: z.iso.date(),
      plan: z.string(),
    })
    .nullable(),
  /** The absent person whose work this is; `null` for the user's own work. */
  coveringFor: personSchema.nullable(),
});
export type DayItem = z.output<typeof dayItemSchema>;

const plannedItemSchema = dayItemSchema.extend({
  /** Day to which the item was moved; `null` if it wasn't. */
  movedTo: z.iso.date().nullable(),
  /** Version of the item's saved position; 0 if it was never moved. */
  planVersion: z.int(),
});
export type PlannedItem = z.output<typeof plannedItemSchema>;

/** A customer or prospect in a person's day, with all reasons for which it is listed. */
const dayRowSchema = dayItemSchema
  .pick({
    institutionId: true,
    institutionName: true,
    healthTier: true,
    prospect: true,
    urgency: true,
    value: true,
    coveringFor: true,
  })
  .extend({
    key: z.string(),
    /** Earliest due date of the items; `null` when no item has one. */
    due: z.iso.date().nullable(),
    /** Estimated minutes for all items. */
    minutes: z.int(),
    /** Items, most urgent first. */
    items: z.array(plannedItemSchema).min(1),
    movedTo: z.iso.date().nullable(),
  });
export type DayRow = z.output<typeof dayRowSchema>;

export const getDayPlan = endpoint({
  method: 'GET',
  path: '/api/day',
  summary:
    'Get a person’s plan for today, with one row for each customer: the rows that fit into the free hours, and those that did not fit',
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
    rows: z.array(dayRowSchema),
    rest: z.array(dayRowSchema),
    moved: z.array(dayRowSchema),
    /** Rows whose only work is a first touch that is more than 30 days overdue. */
    lateFirstTouches: z.array(dayRowSchema),
  }),
});

export const maxOrderedItems = 200;

const itemKeySchema = textSchema.min(1).max(120);

export const postDayMove = endpoint({
  method: 'POST',
  path: '/api/day/move',
  summary:
    'Move items to another day or back to today. Returns 409 and moves none if one was moved since `version`',
  body: z.strictObject({
    userId: z.uuid(),
    items: z
      .array(z.strictObject({ key: itemKeySchema, version: versionSchema }))
      .min(1)
      .max(maxOrderedItems)
      .refine(
        (items) => new Set(items.map(({ key }) => key)).size === items.length,
        'contains an item twice',
      ),
    to: daySchema.nullable(),
  }),
  response: z.strictObject({
    items: z.array(z.strictObject({ key: z.string(), version: z.int() })),
  }),
});

export const postDayOrder = endpoint({
  method: 'POST',
  path: '/api/day/order',
  summary:
    'Save a custom order of today’s first rows by the keys of their items. Ignores items that no longer exist',
  body: z.strictObject({
    userId: z.uuid(),
    keys: z.array(itemKeySchema).min(1).max(maxOrderedItems),
  }),
  response: z.strictObject({ keys: z.array(z.string()) }),
});
