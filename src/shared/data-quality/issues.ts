import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';

/** Kinds of issues in customers' data, in display order. */
export const issueKinds = [
  'unplotted',
  'approximate',
  'duplicate',
  'silent',
  'unknownSystem',
  'noSystem',
  'overlap',
] as const;
export type IssueKind = (typeof issueKinds)[number];

export const issueKindLabels: Record<IssueKind, string> = {
  unplotted: 'Not on the map',
  approximate: 'Approximate place',
  duplicate: 'Possible duplicate',
  silent: 'Silent connection',
  unknownSystem: 'Unknown EHR',
  noSystem: 'No EHR',
  overlap: 'Overlapping contracts',
};

/** Reasons why two customers may be duplicates, strongest first. */
export const duplicateReasons = [
  'Id',
  'Phone, street and name',
  'Street and name',
  'Phone and name',
  'Phone',
] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

const issueSchema = z.strictObject({
  issueId: z.string(),
  kind: z.enum(issueKinds),
  institutionId: z.int(),
  institutionName: z.string(),
  /** Location; `null` for an issue of the whole customer. */
  locationId: z.int().nullable(),
  locationName: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  /** Description in one sentence. */
  detail: z.string(),
  /** Other customer of a possible duplicate; `null` for other kinds. */
  otherId: z.int().nullable(),
  otherName: z.string().nullable(),
  likeness: z.enum(duplicateReasons).nullable(),
  /** Suggested ZIP code at the center of the city, for a location that is not on the map. */
  suggestedZip: z.string().nullable(),
  /** EHR name in the customer's file. */
  system: z.string().nullable(),
  since: z.iso.date().nullable(),
});
export type Issue = z.output<typeof issueSchema>;

const countsSchema = z.record(z.enum(issueKinds), z.int());
export type IssueCounts = z.output<typeof countsSchema>;

/** Number of days in the trend. */
export const issueTrendDays = 90;

export const getDataQuality = endpoint({
  method: 'GET',
  path: '/api/data-quality',
  summary: 'List likely errors in customer data, with daily counts',
  role: 'admin',
  response: createListAnswerSchema(issueSchema).extend({
    /** Counts of each day with a check, oldest first. */
    days: z.array(z.strictObject({ day: z.iso.date(), counts: countsSchema })),
    /** Time of the last daily check, which finds silent feeds; `null` before the first check. */
    checkedAt: z.iso.datetime().nullable(),
    /** EHRs that a name can be mapped to. */
    systems: z.array(z.string()),
  }),
});
export type DailyIssueCounts = z.output<typeof getDataQuality.response>['days'][number];

export const exportDataQuality = {
  path: '/api/data-quality/export',
  summary: 'Export issues as CSV, filtered and sorted by the search parameters',
  role: 'admin',
  query: z.object({}),
} satisfies CsvExport;
