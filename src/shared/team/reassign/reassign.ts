import { z } from 'zod';
import { endpoint, idSchema, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { teamMemberLoadSchema } from '../team.ts';

export const movableKinds = [
  'customer',
  'task',
  'risk',
  'call',
  'prospect',
  'prospectTask',
] as const;
export type MovableKind = (typeof movableKinds)[number];

/** Returns `true` for kinds of work on a prospect instead of a customer. */
export const isProspectKind = (kind: MovableKind): kind is 'prospect' | 'prospectTask' =>
  kind === 'prospect' || kind === 'prospectTask';

/** Maximum number of items per reassignment. */
export const maxReassignedItems = 1000;

const ownerNameSchema = textSchema.min(1).max(200);

const movableSchema = z.strictObject({
  kind: z.enum(movableKinds),
  /** Id of the customer or, for work on a prospect, of the prospect. */
  subjectId: z.int(),
  /** Name of the customer or prospect. */
  subjectName: z.string(),
  /** Id of the task or action item; `null` for other kinds. */
  id: z.uuid().nullable(),
  title: z.string(),
  /**
   * Version of the item; 0 for a customer. A customer has no version, so its current owner is
   * checked instead.
   */
  version: z.int(),
  /** Hours per week that the item needs. */
  hours: z.number(),
  /**
   * User id of the customer’s owner; `null` for a prospect, and if the owner is not an enabled user
   * or is the person whose work is reassigned.
   */
  ownerId: z.uuid().nullable(),
});
export type MovableItem = z.output<typeof movableSchema>;

const personLoadSchema = teamMemberLoadSchema.extend({
  /**
   * User who covers for this person today; `null` if the person isn’t away or has no available
   * cover.
   */
  cover: personSchema.nullable(),
});
export type MemberLoadWithCover = z.output<typeof personLoadSchema>;

export const getReassignable = endpoint({
  method: 'GET',
  path: '/api/team/reassignable',
  summary:
    'List the work of a user, or of a CRM owner without an account, that can be reassigned, and the load of each user',
  query: z.object({
    /** Exactly one of `person` and `owner` is required. */
    person: z.uuid().optional(),
    owner: ownerNameSchema.optional(),
  }),
  response: z.strictObject({
    /** The current assignee; `null` for a CRM owner without an account. */
    person: personSchema.nullable(),
    /** `true` if the person’s account is enabled. */
    isActive: z.boolean(),
    items: z.array(movableSchema),
    /** Number of items beyond the limit per reassignment. */
    left: z.int(),
    /** Number of customers whose owner cannot be changed here. */
    fixedCustomers: z.int(),
    /** `true` if owners can only be changed in the CRM. */
    ownersAreElsewhere: z.boolean(),
    loads: z.array(personLoadSchema),
  }),
});
export type Reassignable = z.output<(typeof getReassignable)['response']>;

const piece = { institutionId: idSchema, toId: z.uuid() };
const versioned = { ...piece, version: versionSchema };
const ofProspect = { prospectId: idSchema, toId: z.uuid(), version: versionSchema };
const moveSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('customer'), ...piece }),
  z.strictObject({ kind: z.literal('risk'), ...versioned }),
  z.strictObject({ kind: z.literal('task'), ...versioned, id: z.uuid() }),
  z.strictObject({ kind: z.literal('call'), ...versioned, id: z.uuid() }),
  z.strictObject({ kind: z.literal('prospect'), ...ofProspect }),
  z.strictObject({ kind: z.literal('prospectTask'), ...ofProspect, id: z.uuid() }),
]);
export type ReassignmentMove = z.output<typeof moveSchema>;

const moveKeyOf = (move: ReassignmentMove): string =>
  [
    move.kind,
    'prospectId' in move ? move.prospectId : move.institutionId,
    'id' in move ? move.id : '',
  ].join(' ');

const sourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), userId: z.uuid() }),
  z.strictObject({ kind: z.literal('owner'), ownerName: ownerNameSchema }),
]);
export type ReassignSource = z.output<typeof sourceSchema>;

const reassignmentSchema = z.strictObject({
  /** The client generates the id, so that a repeated request has no further effect. */
  reassignmentId: z.uuid(),
  from: sourceSchema,
  moves: z
    .array(moveSchema)
    .min(1)
    .max(maxReassignedItems)
    .refine(
      (moves) => new Set(moves.map(moveKeyOf)).size === moves.length,
      'must not contain an item twice',
    ),
});
export type Reassignment = z.output<typeof reassignmentSchema>;

export const postReassignment = endpoint({
  method: 'POST',
  path: '/api/team/reassignments',
  summary: 'Reassign work. Skips items that have changed in the meantime',
  role: 'admin',
  body: reassignmentSchema,
  response: z.strictObject({ moved: z.int(), kept: z.int() }),
});

export const postReassignmentUndo = endpoint({
  method: 'POST',
  path: '/api/team/reassignments/:reassignmentId/undo',
  summary: 'Undo the user’s own reassignment. Skips items that have changed since. Idempotent.',
  role: 'admin',
  params: z.strictObject({ reassignmentId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({ undone: z.int(), kept: z.int() }),
});
