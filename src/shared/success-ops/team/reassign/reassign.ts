import { z } from 'zod';
import { endpoint, idSchema, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { loadSchema } from '../team.ts';

export const movableKinds = ['customer', 'task', 'risk', 'call'] as const;
export type MovableKind = (typeof movableKinds)[number];

/** As many pieces as one reassignment moves. */
export const mostMoves = 1000;

const ownerNameSchema = textSchema.min(1).max(200);

const movableSchema = z.strictObject({
  kind: z.enum(movableKinds),
  institutionId: z.int(),
  institutionName: z.string(),
  /** Of a task or a call. */
  id: z.uuid().nullable(),
  title: z.string(),
  /** 0 for a customer, whose owner is what counts. */
  version: z.int(),
  /** A week, that whoever has it needs for it. */
  hours: z.number(),
  /** The customer’s owner, where that is somebody else who can be given work. */
  ownerId: z.uuid().nullable(),
});
export type Movable = z.output<typeof movableSchema>;

const personLoadSchema = loadSchema.extend({
  /** Who covers today; null for one who is here, or whom nobody covers. */
  cover: personSchema.nullable(),
});
export type ReassignLoad = z.output<typeof personLoadSchema>;

export const getReassignable = endpoint({
  method: 'GET',
  path: '/api/success-ops/reassignable',
  summary: 'What can be moved from a person, or from an owner in the CRM who has no account here, and how much everybody has to do',
  query: z.object({
    /** One of the two. */
    person: z.uuid().optional(),
    owner: ownerNameSchema.optional(),
  }),
  response: z.strictObject({
    /** Whose work it is; null where the CRM’s owner has no account here. */
    person: personSchema.nullable(),
    /** Whether the person can still be given work. */
    isActive: z.boolean(),
    items: z.array(movableSchema),
    /** Pieces that are left for another time: so many are moved at once. */
    left: z.int(),
    /** Customers that cannot move here; why says `ownersAreElsewhere`. */
    fixedCustomers: z.int(),
    /** The owners of customers are changed in the CRM, and not here. */
    ownersAreElsewhere: z.boolean(),
    loads: z.array(personLoadSchema),
  }),
});
export type Reassignable = z.output<(typeof getReassignable)['response']>;

const piece = { institutionId: idSchema, toId: z.uuid() };
const versioned = { ...piece, version: versionSchema };
const moveSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('customer'), ...piece }),
  z.strictObject({ kind: z.literal('risk'), ...versioned }),
  z.strictObject({ kind: z.literal('task'), ...versioned, id: z.uuid() }),
  z.strictObject({ kind: z.literal('call'), ...versioned, id: z.uuid() }),
]);
export type Move = z.output<typeof moveSchema>;

export const keyOfMove = (move: Pick<Movable, 'kind' | 'institutionId'> & { id?: string | null }): string =>
  `${move.kind} ${move.institutionId} ${move.id ?? ''}`;

const sourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), userId: z.uuid() }),
  z.strictObject({ kind: z.literal('owner'), ownerName: ownerNameSchema }),
]);
export type ReassignSource = z.output<typeof sourceSchema>;

const reassignmentSchema = z.strictObject({
  /** The page makes the id, so that a double click moves once. */
  reassignmentId: z.uuid(),
  from: sourceSchema,
  moves: z
    .array(moveSchema)
    .min(1)
    .max(mostMoves)
    .refine((moves) => new Set(moves.map(keyOfMove)).size === moves.length, 'names a piece of work twice'),
});
export type Reassignment = z.output<typeof reassignmentSchema>;

export const postReassignment = endpoint({
  method: 'POST',
  path: '/api/success-ops/reassignments',
  summary: 'Move work to others; what has changed since it was seen stays where it is',
  role: 'admin',
  body: reassignmentSchema,
  response: z.strictObject({ moved: z.int(), kept: z.int() }),
});

export const postReassignmentUndo = endpoint({
  method: 'POST',
  path: '/api/success-ops/reassignments/:reassignmentId/undo',
  summary: 'Give work back that one has moved; what has changed since stays where it is. Also when it was undone before',
  role: 'admin',
  params: z.strictObject({ reassignmentId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({ undone: z.int(), kept: z.int() }),
});
