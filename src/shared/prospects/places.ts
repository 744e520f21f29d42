import { z } from 'zod';
import {
  createListAnswerSchema,
  endpoint,
  idInUrlSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';

const prospectParams = z.strictObject({ prospectId: idInUrlSchema });

/**
 * National Provider Identifier of an NPPES record. Only its form is checked, because a number that
 * NPPES didn’t assign has no record.
 */
export const npiSchema = z.string().regex(/^\d{10}$/, 'must have ten digits');

/** Facts that may be shown, but not stored, together with the name of their directory. */
const liveFactsSchema = z.strictObject({
  name: z.string(),
  address: z.string(),
  businessType: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** Average rating, 0–5. */
  rating: z.number().nullable(),
  totalRatings: z.int().nullable(),
  /** Opening hours, one line for each day. */
  openingHours: z.array(z.string()).nullable(),
  /** Page of the place in the directory. */
  url: z.string().nullable(),
});
export type LiveFacts = z.output<typeof liveFactsSchema>;

export const getLiveFacts = endpoint({
  method: 'GET',
  path: '/api/prospects/:prospectId/live',
  summary: 'Current facts of a prospect in a directory whose facts are not stored',
  params: prospectParams,
  response: z.strictObject({
    /** Name of the directory, which must be shown with the facts. */
    attribution: z.string(),
    /** `null` when the directory no longer knows the place. */
    facts: liveFactsSchema.nullable(),
  }),
});

/** Record of an organization in the federal registry of providers. Its facts may be stored. */
const nppesRecordSchema = z.strictObject({
  npi: npiSchema,
  name: z.string(),
  address: z.string(),
  businessType: z.string(),
  phone: z.string().nullable(),
});

export const getNppesRecords = endpoint({
  method: 'GET',
  path: '/api/prospects/nppes-records',
  summary: 'NPPES records that match a name and a ZIP code',
  query: z.object({
    name: textSchema.trim().min(2).max(200),
    zip: z.union([z.literal(''), z.string().regex(/^\d{5}$/, 'must have five digits')]),
  }),
  response: createListAnswerSchema(nppesRecordSchema).extend({
    /** Message about the search; `null` without one. */
    notice: z.string().nullable(),
  }),
});

/** Saves the facts of a record. Values that users or files gave stay. */
export const postNppesMatch = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/nppes-match',
  summary: 'Take the unknown facts of a prospect from its NPPES record; 409 after another change',
  params: prospectParams,
  body: z.strictObject({ changeId: z.uuid(), version: versionSchema, npi: npiSchema }),
  response: z.strictObject({ version: z.int() }),
});
