import { z } from 'zod';
import { endpoint, listAddressSchema } from '#shared/core/endpoint.ts';
import { byProduct } from '#shared/core/products.ts';
import { healthTierSchema, sizeTierSchema, tierChangeSchema } from '#shared/core/tiers.ts';
import { scoreChangePartsSchema } from '#shared/health/health.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';

/** A present customer with the facts of the last official week; a customer that was not scored in it has nulls, zeros and Unknown. */
export const listedInstitutionSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Its id in the system it comes from, and that system; null where it came without one. */
  externalId: z.string().nullable(),
  externalSource: z.string().nullable(),
  sizeTier: sizeTierSchema,
  practiceType: z.string().nullable(),
  /** What most of its open locations run. */
  ehr: z.string().nullable(),
  /** Of its first open location. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  locationCount: z.int(),
  /** null where nobody knows when that was: it is long past grace. */
  goLiveDate: z.iso.date().nullable(),
  monthsSinceGoLive: z.int().nullable(),
  inGrace: z.boolean(),
  /** The last day of grace, whether it is over or not. */
  graceEndsOn: z.iso.date().nullable(),
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  previousScore: z.number().nullable(),
  previousHealthTier: healthTierSchema.nullable(),
  scoreChange: z.number().nullable(),
  percentChange: z.number().nullable(),
  tierChange: tierChangeSchema,
  /** null in its first scored week. */
  scoreChangeParts: scoreChangePartsSchema.nullable(),
  atRisk: z.boolean(),
  hasZeroUsage: z.boolean(),
  consecutiveWeeksAtRisk: z.int(),
  consecutiveWeeksDeclining: z.int(),
  consecutiveWeeksImproving: z.int(),
  /** Share of the entitled weight that was measurable, 0 to 1. */
  coverage: z.number(),
  entitledFeatures: z.int(),
  activeFeatures: z.int(),
  totalTicketCount: z.int(),
  openTicketCount: z.int(),
  featureEntitlements: byProduct(z.boolean()),
  /** 28-day usage; dollars for payments. */
  featureUsage: byProduct(z.number()),
  /** Percent of benchmark, whole numbers up to 999; a product that could not be measured is left out. */
  featureScores: byProduct(z.number()),
  /** null where the CRM could not be asked. */
  ownerName: z.string().nullable(),
  pipeline: z.string().nullable(),
});
export type ListedInstitution = z.output<typeof listedInstitutionSchema>;

export const getInstitutionList = endpoint({
  method: 'GET',
  path: '/api/institution-list',
  summary: 'Every present customer with the facts of the last official week',
  response: z.strictObject({
    /** null before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    institutions: z.array(listedInstitutionSchema),
  }),
});

/** The part of the customers that is meant, as a customer list's filters and search stand in an address; empty is all. */
export const segmentSchema = listAddressSchema.default('');

export const exportInstitutions = {
  path: '/api/institution-list/export',
  summary: 'The list of customers as CSV, as the search parameters say',
  query: z.object({ segment: segmentSchema }),
} satisfies CsvExport;
