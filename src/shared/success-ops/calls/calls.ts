import { z } from 'zod';
import { daySchema, endpoint, idSchema, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { longestSnoozeReason } from '#shared/work/cases.ts';
import { bulkLimit, institutionIdsSchema } from '#shared/work/many.ts';
import { callKindSchema, callOutcomeSchema, callPrioritySchema } from './words.ts';

const day = z.iso.date();

/** A call to action, with the customer as it stands now. */
export const listedCallSchema = z.strictObject({
  callId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  kind: callKindSchema,
  title: z.string(),
  /** What the rule saw when it last fired, or what a person wrote. */
  details: z.string(),
  priority: callPrioritySchema,
  dueOn: day,
  openedOn: day,
  /** Since it was opened; of a closed one, until it was closed. */
  ageDays: z.int(),
  /** Whom it was given to; null while it is the customer’s owner’s. */
  assignee: personSchema.nullable(),
  /** Whoever it was given to, otherwise the customer’s owner; null where there is none. */
  personName: z.string().nullable(),
  /** null for one that a person added. */
  rule: z.strictObject({ ruleId: z.uuid(), name: z.string() }).nullable(),
  minutes: z.int(),
  /** Times that a rule has fired for it; 0 for one that a person added. */
  firedCount: z.int(),
  /** Of those, in the last 28 days. */
  recentFirings: z.int(),
  lastFiredOn: day.nullable(),
  /** The snooze that holds now. */
  snooze: z.strictObject({ until: day, reason: z.string() }).nullable(),
  outcome: callOutcomeSchema.nullable(),
  note: z.string().nullable(),
  closedOn: day.nullable(),
  closedBy: z.string().nullable(),
  version: z.int(),
});
export type ListedCall = z.output<typeof listedCallSchema>;

export const getCalls = endpoint({
  method: 'GET',
  path: '/api/calls',
  summary: 'Open calls to action, and those that were closed or fired in the last 28 days',
  response: listAnswer(listedCallSchema).extend({ today: day }),
});

export const longestCallTitle = 80;
export const longestCallDetails = 2000;
export const longestCallNote = 500;
export const callTitleSchema = textSchema
  .trim()
  .min(1, 'must not be empty')
  .max(longestCallTitle, `must have at most ${longestCallTitle} characters`)
  .regex(/^[^\r\n]*$/, 'must be one line');
export const callMinutesSchema = z.int().min(1).max(480);

/** The page makes the id, so that a double click adds once. */
export const postCall = endpoint({
  method: 'POST',
  path: '/api/calls',
  summary: 'Add a call to action for one or several customers; those that have an open one of this kind and title keep theirs',
  body: z.strictObject({
    callId: z.uuid(),
    institutionIds: institutionIdsSchema,
    kind: callKindSchema,
    title: callTitleSchema,
    details: textSchema.trim().max(longestCallDetails).default(''),
    priority: callPrioritySchema,
    dueOn: daySchema,
    assigneeId: z.uuid().nullable(),
    minutes: callMinutesSchema,
  }),
  response: z.strictObject({ added: z.array(z.int()), alreadyOpen: z.array(z.int()) }),
});

export const callChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('close'),
    outcome: callOutcomeSchema,
    note: textSchema.trim().max(longestCallNote, `must have at most ${longestCallNote} characters`),
  }),
  z.strictObject({ action: z.literal('assign'), assigneeId: z.uuid().nullable() }),
  z.strictObject({ action: z.literal('due'), dueOn: daySchema }),
  z.strictObject({
    action: z.literal('snooze'),
    until: daySchema,
    reason: textSchema.trim().min(1, 'must not be empty').max(longestSnoozeReason, `must have at most ${longestSnoozeReason} characters`),
  }),
  z.strictObject({ action: z.literal('wake') }),
]);
export type CallChange = z.output<typeof callChangeSchema>;

const changedCall = z.strictObject({ institutionId: idSchema, callId: z.uuid(), version: versionSchema });
const distinct = (list: readonly { institutionId: number; callId: string }[]): boolean =>
  new Set(list.map(({ institutionId, callId }) => `${institutionId} ${callId}`)).size === list.length;

/** `conflicts` are those that somebody changed since the given version; they stay as they are. When all are, the answer is 409. */
export const postCallChange = endpoint({
  method: 'POST',
  path: '/api/calls/change',
  summary: 'Close, give, move, snooze or wake calls to action',
  body: z.strictObject({
    changeId: z.uuid(),
    calls: z.array(changedCall).min(1).max(bulkLimit).refine(distinct, 'names a call twice'),
    change: callChangeSchema,
  }),
  response: z.strictObject({ changed: z.int(), conflicts: z.int() }),
});

export const postCallUndo = endpoint({
  method: 'POST',
  path: '/api/calls/undo',
  summary: 'Undo a change of calls to action of one’s own; those changed since stay as they are, 409 when all have',
  body: z.strictObject({ changeId: z.uuid() }),
  response: z.strictObject({ undone: z.int(), kept: z.int() }),
});

export const exportCalls = {
  path: '/api/calls/export',
  summary: 'The calls to action as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;
