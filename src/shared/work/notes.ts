import { z } from 'zod';
import {
  endpoint,
  idInUrlSchema,
  institutionParamsSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { numberText } from '#shared/core/words.ts';
import { bulkResultSchema, institutionIdsSchema } from './many.ts';

export const maxNoteLength = 20_000;

/** Note as plain text, which is never interpreted as markup. */
const noteBodySchema = textSchema
  .max(maxNoteLength, `must have at most ${numberText(maxNoteLength)} characters`)
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

const noteParams = z.strictObject({ id: idInUrlSchema, noteId: z.uuid() });

/** The client generates the id, so that a repeated request adds one note. */
export const postNote = endpoint({
  method: 'POST',
  path: '/api/institution/:id/notes',
  summary: 'Add a note to an institution’s timeline',
  params: institutionParamsSchema,
  body: z.strictObject({ noteId: z.uuid(), body: noteBodySchema }),
  response: noteSchema,
});

/** Adds the same note to the timelines of all institutions, or to none when the request fails. */
export const postNotes = endpoint({
  method: 'POST',
  path: '/api/work/notes',
  summary: 'Add a note to the timelines of several institutions',
  body: z.strictObject({
    noteId: z.uuid(),
    institutionIds: institutionIdsSchema,
    body: noteBodySchema,
  }),
  response: bulkResultSchema,
});

export const getNote = endpoint({
  method: 'GET',
  path: '/api/institution/:id/notes/:noteId',
  summary: 'One note',
  params: noteParams,
  response: noteSchema,
});

export const patchNote = endpoint({
  method: 'PATCH',
  path: '/api/institution/:id/notes/:noteId',
  summary: 'Edit a note as its author; 409 when it changed after `version`',
  params: noteParams,
  body: z.strictObject({ version: versionSchema, body: noteBodySchema }),
  response: noteSchema,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/institution/:id/notes/:noteId',
  summary: 'Delete a note as its author; 409 when it changed after `version`',
  params: noteParams,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({ noteId: z.uuid() }),
});
