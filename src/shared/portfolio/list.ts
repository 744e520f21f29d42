import { z } from 'zod';
import { endpoint, listAddressSchema, listAnswer } from '#shared/core/endpoint.ts';
import { byProduct } from '#shared/core/products.ts';
import { healthRulesSchema } from '#shared/core/scoring-rules.ts';
import { churnTierSchema } from '#shared/core/tiers.ts';
import { institutionFields } from '#shared/institutions/fields.ts';
import { onboardingStates } from '#shared/institutions/onboarding-states.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { scoreFactsFields } from '#shared/scoring/facts.ts';

/** A present customer with the facts of the last official week; a customer that was not scored in it has nulls, zeros and Unknown. */
export const listedInstitutionSchema = z.strictObject({
  ...institutionFields,
  ...scoreFactsFields,
  /** Its id in the system it comes from, and that system; null where it came without one. */
  externalId: z.string().nullable(),
  externalSource: z.string().nullable(),
  practiceType: z.string().nullable(),
  /** What most of its open locations run. */
  ehr: z.string().nullable(),
  /** Of its first open location. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  /** The last day of grace, whether it is over or not. */
  graceEndsOn: z.iso.date().nullable(),
  openTicketCount: z.int(),
  /** At the end of the last official week; null for one whose onboarding is over or was never followed. */
  onboardingState: z.enum(onboardingStates).nullable(),
  featureEntitlements: byProduct(z.boolean()),
  /** 28-day usage; dollars for payments. */
  featureUsage: byProduct(z.number()),
  /** Percent of benchmark, whole numbers up to 999; a product that could not be measured is left out. */
  featureScores: byProduct(z.number()),
  /** null where the CRM could not be asked. */
  ownerName: z.string().nullable(),
  pipeline: z.string().nullable(),
  /** How soon it is predicted to leave; null for one that is not, and where no tiers are shown. */
  churnTier: churnTierSchema.nullable(),
  /** Whether it was in such a tier seven days before; null where nothing was predicted then. */
  wasPredictedToLeave: z.boolean().nullable(),
});
export type ListedInstitution = z.output<typeof listedInstitutionSchema>;

export const getInstitutionList = endpoint({
  method: 'GET',
  path: '/api/institution-list',
  summary: 'Every present customer with the facts of the last official week',
  response: listAnswer(listedInstitutionSchema).extend({
    /** null before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    /** The rules that the week was made with; before the first, those in force. */
    rules: healthRulesSchema,
  }),
});

/** The part of the customers that is meant, as a customer list's filters and search stand in an address; empty is all. */
export const segmentSchema = listAddressSchema.default('');

export const exportInstitutions = {
  path: '/api/institution-list/export',
  summary: 'The list of customers as CSV, as the search parameters say',
  query: z.object({ segment: segmentSchema }),
} satisfies CsvExport;
