import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';

/** What may be wrong with what is known of a customer, in the order in which it is told. */
export const issueKinds = ['unplotted', 'approximate', 'duplicate', 'silent', 'unknownSystem', 'noSystem', 'overlap'] as const;
export type IssueKind = (typeof issueKinds)[number];

export const issueWords: Record<IssueKind, string> = {
  unplotted: 'Not on the map',
  approximate: 'Approximate place',
  duplicate: 'Possible duplicate',
  silent: 'Silent feed',
  unknownSystem: 'Unknown records system',
  noSystem: 'No records system',
  overlap: 'Overlapping contracts',
};

/** Why two customers may be one, the surest first. */
export const likenesses = ['Id', 'Phone, street and name', 'Street and name', 'Phone and name', 'Phone'] as const;
export type Likeness = (typeof likenesses)[number];

const issueSchema = z.strictObject({
  issueId: z.string(),
  kind: z.enum(issueKinds),
  institutionId: z.int(),
  institutionName: z.string(),
  /** null where it concerns the customer as a whole. */
  locationId: z.int().nullable(),
  locationName: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  /** One sentence. */
  detail: z.string(),
  /** Of a possible duplicate: the other customer. */
  otherId: z.int().nullable(),
  otherName: z.string().nullable(),
  likeness: z.enum(likenesses).nullable(),
  /** A zip code in the middle of its city, for one that is not on the map. */
  suggestedZip: z.string().nullable(),
  /** The records system as the customer's file calls it. */
  system: z.string().nullable(),
  since: z.iso.date().nullable(),
});
export type Issue = z.output<typeof issueSchema>;

const countsSchema = z.record(z.enum(issueKinds), z.int());
export type IssueCounts = z.output<typeof countsSchema>;

/** Days of the trend. */
export const trendDays = 90;

export const getDataQuality = endpoint({
  method: 'GET',
  path: '/api/data-quality',
  summary: 'What may be wrong with what is known of customers, with how many there were on the days before',
  role: 'admin',
  response: listAnswer(issueSchema).extend({
    /** One for each day on which somebody looked, in order. */
    days: z.array(z.strictObject({ day: z.iso.date(), counts: countsSchema })),
    /** When feeds were last looked at; null before the first time. */
    lookedAt: z.iso.datetime().nullable(),
    /** The records systems that a name can mean. */
    systems: z.array(z.string()),
  }),
});
export type DataQualityDay = z.output<typeof getDataQuality.response>['days'][number];

export const exportDataQuality = {
  path: '/api/data-quality/export',
  summary: 'The same as CSV, as the search parameters say',
  role: 'admin',
  query: z.object({}),
} satisfies CsvExport;
