import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { prospectFactFields } from './changes.ts';
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

const nearCustomerSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  miles: z.number(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  practiceType: z.string().nullable(),
  ehr: z.string().nullable(),
  healthTier: healthTierSchema,
  healthScore: z.number().nullable(),
});
export type NearCustomer = z.output<typeof nearCustomerSchema>;

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
  summary: 'One prospect with its facts, score, nearest customers and activity',
  query: z.object({ key: textSchema.min(1).max(300) }),
  response: z.strictObject({
    prospect: listedProspectSchema,
    facts: z.array(factSchema),
    scoreParts: z.array(scorePartSchema),
    /** Nearest Healthy customers of any type, nearest first. */
    nearCustomers: z.array(nearCustomerSchema),
    activity: z.array(activitySchema),
  }),
});
export type ProspectProfile = z.output<typeof getProspectProfile.response>;
