import { z } from 'zod';
import { createListAnswerSchema, endpoint, listQueryStringSchema } from '#shared/core/endpoint.ts';
import { createByProductSchema } from '#shared/core/products.ts';
import { healthRulesSchema } from '#shared/core/scoring-rules.ts';
import { churnTierSchema } from '#shared/core/tiers.ts';
import { institutionFieldSchemas } from '#shared/institutions/fields.ts';
import { onboardingStates } from '#shared/institutions/onboarding-states.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { institutionScoreFieldSchemas } from '#shared/scoring/facts.ts';

/**
 * Current customer with its figures of the last official week. For a customer without a score, the
 * figures are `null` or 0 and the tier is Unknown.
 */
export const listedInstitutionSchema = z.strictObject({
  ...institutionFieldSchemas,
  ...institutionScoreFieldSchemas,
  /** Id in the source system; `null` when the institution has none. */
  externalId: z.string().nullable(),
  externalSource: z.string().nullable(),
  practiceType: z.string().nullable(),
  /** EHR that most of the institution's open locations use. */
  ehr: z.string().nullable(),
  /** City of the institution's first open location. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  /**
   * Last day of the grace period, which may be in the past or future; `null` without a go-live
   * date.
   */
  graceEndsOn: z.iso.date().nullable(),
  /** Last day as a customer; `null` for a customer that has not given notice. */
  leavesOn: z.iso.date().nullable(),
  openTicketCount: z.int(),
  /** Current state, also of a finished onboarding; `null` when onboarding was never tracked. */
  onboardingState: z.enum(onboardingStates).nullable(),
  featureEntitlements: createByProductSchema(z.boolean()),
  /** 28-day usage, in dollars for payments. */
  featureUsage: createByProductSchema(z.number()),
  /**
   * Product scores in percent of benchmark, as whole numbers up to 999. Products that could not be
   * measured are missing.
   */
  featureScores: createByProductSchema(z.number()),
  /** Name of the CRM owner; `null` when the CRM is unavailable. */
  ownerName: z.string().nullable(),
  pipeline: z.string().nullable(),
  /** Churn tier; `null` when the customer has no churn tier or predictions are not shown. */
  churnTier: churnTierSchema.nullable(),
  /**
   * `true` when the customer had a churn tier seven days earlier; `null` when that day has no
   * predictions.
   */
  wasPredictedToLeave: z.boolean().nullable(),
});
export type ListedInstitution = z.output<typeof listedInstitutionSchema>;

export const getInstitutionList = endpoint({
  method: 'GET',
  path: '/api/portfolio/list',
  summary: 'Current customers with their figures of the last official week',
  response: createListAnswerSchema(listedInstitutionSchema).extend({
    /** Sunday of the last official week; `null` before the first official week. */
    weekStartDate: z.iso.date().nullable(),
    weekEndDate: z.iso.date().nullable(),
    /**
     * Scoring rules of the last official week; before the first official week, the current rules.
     */
    rules: healthRulesSchema,
  }),
});

/**
 * Segment of customers: filters and search of a customer list as URL parameters. An empty text
 * selects all customers.
 */
export const segmentSchema = listQueryStringSchema.default('');

export const exportInstitutions = {
  path: '/api/portfolio/list/export',
  summary: 'Customer list as CSV, filtered and sorted by the search parameters',
  query: z.object({ segment: segmentSchema }),
} satisfies CsvExport;
