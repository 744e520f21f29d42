import { z } from 'zod';
import {
  endpoint,
  idInUrlSchema,
  idSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { listedProspectSchema } from '../rows.ts';
import { activeProspectStages, prospectLostReasons } from '../stages.ts';
import { callOutcomes } from './outcomes.ts';

/** Maximum number of prospects of a call list. */
export const maxCalledProspects = 500;
export const maxCallNoteLength = 5_000;

export const calledProspectSchema = z.strictObject({
  prospect: listedProspectSchema,
  /** Newest note; `null` without one. */
  lastNote: z.strictObject({ at: z.iso.datetime(), by: personSchema, text: z.string() }).nullable(),
});
export type CalledProspect = z.output<typeof calledProspectSchema>;

export const postCallList = endpoint({
  method: 'POST',
  path: '/api/prospects/call-list',
  summary:
    'Prospects of a call list in the given order, each with its newest note. Changes nothing',
  body: z.strictObject({
    prospectIds: z
      .array(idSchema)
      .max(maxCalledProspects)
      .refine((ids) => new Set(ids).size === ids.length, 'contains a prospect twice'),
  }),
  response: z.strictObject({
    prospects: z.array(calledProspectSchema),
    /** Number of requested prospects that no longer exist. */
    missing: z.int(),
  }),
});

const callParams = z.strictObject({ prospectId: idInUrlSchema });

/**
 * Saves the outcome of a call as a note, and moves or suppresses the prospect if the outcome
 * requires it. The id is client-generated, so that a repeated request saves one call.
 */
export const postProspectCall = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/calls',
  summary:
    'Save the outcome of a call; 409 when the call changes the prospect, and the prospect changed after `version`',
  params: callParams,
  body: z
    .strictObject({
      callId: z.uuid(),
      version: versionSchema,
      outcome: z.enum(callOutcomes),
      note: textSchema.max(maxCallNoteLength),
      stage: z.enum(activeProspectStages).nullable(),
      lostReason: z.enum(prospectLostReasons).nullable(),
    })
    .refine(({ outcome, lostReason }) => (outcome === 'notInterested') === (lostReason !== null), {
      path: ['lostReason'],
      message: 'is required when not interested, and only then',
    })
    .refine(({ outcome, stage }) => stage === null || outcome === 'reached', {
      path: ['stage'],
      message: 'is only possible when the prospect was reached',
    }),
  response: z.strictObject({ version: z.int() }),
});

export const postProspectCallUndo = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/calls/:callId/undo',
  summary:
    'Undo your own call: remove its note, and reverse its change of the prospect; 409 when the prospect changed after `version`',
  params: callParams.extend({ callId: z.uuid() }),
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({ version: z.int() }),
});
