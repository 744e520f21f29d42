import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { prospectFactFields } from './changes.ts';
import { prospectConversionSchema } from './conversion.ts';
import { listedProspectSchema } from './rows.ts';

const factSchema = z.strictObject({
  field: z.enum(prospectFactFields),
  /** `null` when the fact is unknown. */
  value: z.string().nullable(),
  /** User who entered the value, or the system or file that it came from. */
  source: z.string(),
  checkedOn: z.iso.date(),
  /** `true` when a user entered the value. */
  isEntered: z.boolean(),
});
export type ProspectFact = z.output<typeof factSchema>;

const scorePartSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  points: z.number().nullable(),
  most: z.number(),
  reason: z.string(),
});

const activitySchema = z.strictObject({
  at: z.iso.datetime(),
  by: personSchema,
  /** Description of the change, or the text of the note. */
  text: z.string(),
  isNote: z.boolean(),
});
export type ProspectActivity = z.output<typeof activitySchema>;

/** `key` is the place id, or `prospect-` with the prospect's id for a prospect without a place. */
export const getProspectProfile = endpoint({
  method: 'GET',
  path: '/api/prospects/profile',
  summary: 'One prospect with its facts, score and activity',
  query: z.object({ key: textSchema.min(1).max(300) }),
  response: z.strictObject({
    prospect: listedProspectSchema,
    /** `null` when the prospect is not converted. */
    conversion: prospectConversionSchema.nullable(),
    facts: z.array(factSchema),
    scoreParts: z.array(scorePartSchema),
    activity: z.array(activitySchema),
  }),
});
export type ProspectProfile = z.output<typeof getProspectProfile.response>;
