import { z } from 'zod';
import { endpoint, idInUrlSchema, idSchema } from '#shared/core/endpoint.ts';
import { fixSchema } from './fixes.ts';
import { duplicateReasons } from './issues.ts';

/** Titles of the customer fields that are chosen in a merge. */
export const mergeInstitutionFieldTitles = {
  name: 'Name',
  practice_type: 'Practice type',
  created_on: 'Customer since',
  go_live_on: 'Went live',
} as const;
export type MergeInstitutionField = keyof typeof mergeInstitutionFieldTitles;

/** Titles of the location fields that are chosen in a merge. Coordinates are one field. */
export const mergeLocationFieldTitles = {
  name: 'Name',
  street_address: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  coordinates: 'Coordinates',
  practice_type: 'Practice type',
  ehr: 'EHR',
  online_booking_link: 'Booking page',
} as const;
export type MergeLocationField = keyof typeof mergeLocationFieldTitles;

export const mergeInstitutionFieldKeys = Object.keys(
  mergeInstitutionFieldTitles,
) as MergeInstitutionField[];
export const mergeLocationFieldKeys = Object.keys(mergeLocationFieldTitles) as MergeLocationField[];

const value = z.string().nullable();
const comparedSchema = z.strictObject({
  institutionId: z.int(),
  fields: z.record(z.enum(mergeInstitutionFieldKeys), value),
  /** Number of attached rows by kind, such as "notes". */
  attached: z.record(z.string(), z.int()),
  openLocations: z.int(),
});
export type ComparedMergeCustomer = z.output<typeof comparedSchema>;

const comparedLocationSchema = z.strictObject({
  locationId: z.int(),
  fields: z.record(z.enum(mergeLocationFieldKeys), value),
});

const comparisonSchema = z.strictObject({
  one: comparedSchema,
  other: comparedSchema,
  likeness: z.enum(duplicateReasons).nullable(),
  /** Pairs of locations that may be the same. */
  places: z.array(z.strictObject({ one: comparedLocationSchema, other: comparedLocationSchema })),
});
export type MergeComparison = z.output<typeof comparisonSchema>;

export const getMergeComparison = endpoint({
  method: 'GET',
  path: '/api/data-quality/pairs/:one/:other',
  summary: 'Compare two customers with their attached data and similar locations',
  role: 'admin',
  params: z.strictObject({ one: idInUrlSchema, other: idInUrlSchema }),
  response: comparisonSchema,
});

/** The kept customer, or the customer that is merged into it. */
const side = z.enum(['kept', 'other']);
export type MergeCustomerRole = z.output<typeof side>;

export const maxMergedLocations = 500;

const mergeSchema = z.strictObject({
  fixId: z.uuid(),
  keptId: idSchema,
  otherId: idSchema,
  /** Source of each field; `kept` when omitted. */
  fields: z.partialRecord(z.enum(mergeInstitutionFieldKeys), side),
  /**
   * Pairs of identical locations. Each pair states which location stays open and the source of each
   * field.
   */
  places: z
    .array(
      z.strictObject({
        keptLocationId: idSchema,
        otherLocationId: idSchema,
        stays: side,
        fields: z.partialRecord(z.enum(mergeLocationFieldKeys), side),
      }),
    )
    .max(maxMergedLocations),
});
export type MergeRequest = z.output<typeof mergeSchema>;

export const postMerge = endpoint({
  method: 'POST',
  path: '/api/data-quality/merges',
  summary:
    'Merge two customers. All data of the other customer moves to the customer that is kept. The merge can be undone',
  role: 'admin',
  body: mergeSchema,
  response: fixSchema,
});
