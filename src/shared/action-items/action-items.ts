import { z } from 'zod';
import {
  createListAnswerSchema,
  daySchema,
  endpoint,
  idSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { maxSnoozeReasonLength } from '#shared/work/cases.ts';
import { institutionIdsSchema, maxBulkItems } from '#shared/work/many.ts';
import {
  actionItemKindSchema,
  actionItemOutcomeSchema,
  actionItemPrioritySchema,
} from './words.ts';

const day = z.iso.date();

/** An action item with the current values of its customer. */
export const listedActionItemSchema = z.strictObject({
  callId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  kind: actionItemKindSchema,
  title: z.string(),
  /** Why the rule last fired, or the text that a user entered. */
  details: z.string(),
  priority: actionItemPrioritySchema,
  dueOn: day,
  openedOn: day,
  /** Days since opening; for a closed action item, days from opening to closing. */
  ageDays: z.int(),
  /** Explicit assignee; `null` if the customer’s owner is responsible. */
  assignee: personSchema.nullable(),
  /** Name of the assignee or else of the customer’s owner; `null` without either. */
  personName: z.string().nullable(),
  /** `null` for an action item that a user added. */
  rule: z.strictObject({ ruleId: z.uuid(), name: z.string() }).nullable(),
  minutes: z.int(),
  /** Number of times a rule has fired for the action item; 0 if a user added it. */
  firedCount: z.int(),
  /** Number of times a rule has fired for the action item in the last 28 days. */
  recentFirings: z.int(),
  lastFiredOn: day.nullable(),
  /** The active snooze. */
  snooze: z.strictObject({ until: day, reason: z.string() }).nullable(),
  outcome: actionItemOutcomeSchema.nullable(),
  note: z.string().nullable(),
  closedOn: day.nullable(),
  closedBy: z.string().nullable(),
  version: z.int(),
});
export type ListedActionItem = z.output<typeof listedActionItemSchema>;

export const getActionItems = endpoint({
  method: 'GET',
  path: '/api/action-items',
  summary:
    'List open action items, and action items that were closed in the last 28 days or for which a rule fired in the last 28 days',
  response: createListAnswerSchema(listedActionItemSchema).extend({ today: day }),
});

export const maxActionItemTitleLength = 80;
export const maxActionItemDetailsLength = 2000;
export const maxActionItemNoteLength = 500;
export const actionItemTitleSchema = textSchema
  .trim()
  .min(1, 'must not be empty')
  .max(maxActionItemTitleLength, `must have at most ${maxActionItemTitleLength} characters`)
  .regex(/^[^\r\n]*$/, 'must be one line');
export const actionItemMinutesSchema = z.int().min(1).max(480);

/** The client generates the id, so that a repeated request has no further effect. */
export const postActionItem = endpoint({
  method: 'POST',
  path: '/api/action-items',
  summary:
    'Add an action item for one or more customers. Skips customers with an open action item of the same kind and title',
  body: z.strictObject({
    callId: z.uuid(),
    institutionIds: institutionIdsSchema,
    kind: actionItemKindSchema,
    title: actionItemTitleSchema,
    details: textSchema.trim().max(maxActionItemDetailsLength).default(''),
    priority: actionItemPrioritySchema,
    dueOn: daySchema,
    assigneeId: z.uuid().nullable(),
    minutes: actionItemMinutesSchema,
  }),
  response: z.strictObject({ added: z.array(z.int()), alreadyOpen: z.array(z.int()) }),
});

export const actionItemChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('close'),
    outcome: actionItemOutcomeSchema,
    note: textSchema
      .trim()
      .max(maxActionItemNoteLength, `must have at most ${maxActionItemNoteLength} characters`),
  }),
  z.strictObject({ action: z.literal('assign'), assigneeId: z.uuid().nullable() }),
  z.strictObject({ action: z.literal('due'), dueOn: daySchema }),
  z.strictObject({
    action: z.literal('snooze'),
    until: daySchema,
    reason: textSchema
      .trim()
      .min(1, 'must not be empty')
      .max(maxSnoozeReasonLength, `must have at most ${maxSnoozeReasonLength} characters`),
  }),
  z.strictObject({ action: z.literal('wake') }),
]);
export type ActionItemChange = z.output<typeof actionItemChangeSchema>;

const changedCall = z.strictObject({
  institutionId: idSchema,
  callId: z.uuid(),
  version: versionSchema,
});
const distinct = (list: readonly { institutionId: number; callId: string }[]): boolean =>
  new Set(list.map(({ institutionId, callId }) => `${institutionId} ${callId}`)).size ===
  list.length;

/**
 * `conflicts` are action items that have changed since the given version and are left unchanged.
 * Returns 409 if all have changed.
 */
export const postActionItemChange = endpoint({
  method: 'POST',
  path: '/api/action-items/change',
  summary: 'Close, assign, reschedule, snooze or unsnooze action items',
  body: z.strictObject({
    changeId: z.uuid(),
    calls: z
      .array(changedCall)
      .min(1)
      .max(maxBulkItems)
      .refine(distinct, 'must not contain an action item twice'),
    change: actionItemChangeSchema,
  }),
  response: z.strictObject({ changed: z.int(), conflicts: z.int() }),
});

export const postActionItemUndo = endpoint({
  method: 'POST',
  path: '/api/action-items/undo',
  summary:
    'Undo the user’s own change of action items. Skips action items that have changed since; returns 409 if all have changed',
  body: z.strictObject({ changeId: z.uuid() }),
  response: z.strictObject({ undone: z.int(), kept: z.int() }),
});

export const exportActionItems = {
  path: '/api/action-items/export',
  summary: 'Export action items as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;
