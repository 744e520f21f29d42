import { z } from 'zod';
import { endpoint, idInAddress, institutionParams, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { doneSchema, institutionIdsSchema } from './many.ts';

export const longestNote = 20_000;

/** Plain text; it is shown as it stands and never read as markup. */
const noteBodySchema = textSchema
  .max(longestNote, `must have at most ${longestNote.toLocaleString('en-US')} characters`)
  .refine((text) => text.trim() !== '', 'must not be empty');

export const noteSchema = z.strictObject({
  institutionId: z.int(),
  noteId: z.uuid(),
  author: personSchema,
  body: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
});
export type Note = z.output<typeof noteSchema>;

const noteParams = z.strictObject({ id: idInAddress, noteId: z.uuid() });

/** The page makes the id, so that sending twice makes one note. */
export const postNote = endpoint({
  method: 'POST',
  path: '/api/institution/:id/notes',
  summary: 'Add a note to an institution’s timeline',
  params: institutionParams,
  body: z.strictObject({ noteId: z.uuid(), body: noteBodySchema }),
  response: noteSchema,
});

/** The same note on each timeline, or on none. */
export const postNotes = endpoint({
  method: 'POST',
  path: '/api/notes',
  summary: 'Add a note to the timelines of several institutions',
  body: z.strictObject({ noteId: z.uuid(), institutionIds: institutionIdsSchema, body: noteBodySchema }),
  response: doneSchema,
});

export const getNote = endpoint({
  method: 'GET',
  path: '/api/institution/:id/notes/:noteId',
  summary: 'One note as it stands',
  params: noteParams,
  response: noteSchema,
});

export const patchNote = endpoint({
  method: 'PATCH',
  path: '/api/institution/:id/notes/:noteId',
  summary: 'Change a note of one’s own; 409 when it has changed since `version`',
  params: noteParams,
  body: z.strictObject({ version: versionSchema, body: noteBodySchema }),
  response: noteSchema,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/institution/:id/notes/:noteId',
  summary: 'Take a note of one’s own off the timeline; 409 when it has changed since `version`',
  params: noteParams,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({ noteId: z.uuid() }),
});
