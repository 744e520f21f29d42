import { z } from 'zod';
import { endpoint, institutionParams, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { churnTierNames, healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { listedInstitutionSchema } from '#shared/portfolio/list.ts';
import { bulkResultSchema, institutionIdsSchema } from '#shared/work/many.ts';
import { patternKeys } from '../patterns/pattern-names.ts';

export const verdicts = ['accepted', 'rejected', 'withdrawn'] as const;

const verdictSchema = z.strictObject({
  verdict: z.enum(['accepted', 'rejected']),
  reason: z.string(),
  by: personSchema,
  at: z.iso.datetime(),
});

const chanceSchema = z.number().min(0).max(1);

const evidenceSchema = z.strictObject({
  pattern: z.enum(patternKeys),
  value: z.string(),
  normal: z.string(),
  /** null where nobody can say. */
  since: z.iso.date().nullable(),
});
export type PredictionEvidence = z.output<typeof evidenceSchema>;

/** A customer that stands in a tier today, with why. */
export const listedPredictionSchema = listedInstitutionSchema.extend({
  tier: z.enum(churnTierNames),
  /** Chances of a notice within so many days. */
  chance30: chanceSchema,
  chance45: chanceSchema,
  chance60: chanceSchema,
  /** Between these the chance within 60 days lies by how well such predictions came true. */
  chanceLow: chanceSchema,
  chanceHigh: chanceSchema,
  /** Days until the chance reaches the level of an alert; the later end is null beyond 60. */
  daysLeft: z.int(),
  daysLow: z.int(),
  daysHigh: z.int().nullable(),
  evidence: z.array(evidenceSchema),
  /** Since when it has stood in a tier without a break. */
  flaggedSince: z.iso.date(),
  /** It stood in none the day before. */
  isNew: z.boolean(),
  /** Dollars; null where the CRM names none or could not be asked. */
  annualRevenue: z.number().nullable(),
  renewalOn: z.iso.date().nullable(),
  verdict: verdictSchema.nullable(),
});
export type ListedPrediction = z.output<typeof listedPredictionSchema>;

/** Why no tiers are shown. */
export const hiddenReasons = ['no_predictions', 'stale', 'no_model', 'chance', 'not_better'] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

export const getPredictions = endpoint({
  method: 'GET',
  path: '/api/churn/predictions',
  summary: 'The customers that are predicted to leave, by how soon',
  response: listAnswer(listedPredictionSchema).extend({
    /** The day whose predictions these are, and when they were made; null before the first. */
    day: z.iso.date().nullable(),
    madeAt: z.iso.datetime().nullable(),
    /** Why there are no tiers; null when they are shown. */
    hidden: z.enum(hiddenReasons).nullable(),
    /** The chance at which alerts begin. */
    level: chanceSchema.nullable(),
    /** Those that a tier was given to in the past, as far as the outcome is known, and how many of them left within 60 days. */
    past: z
      .strictObject({
        flagged: z.int(),
        left: z.int(),
        until: z.iso.date(),
        /** Wilson’s interval of 95%; null of too few. */
        share: z.strictObject({ low: chanceSchema, high: chanceSchema }).nullable(),
      })
      .nullable(),
    /** Customers whose chance calls for an alert, but with fewer patterns than three. */
    lackPatterns: z.int(),
    /** Customers that stood in a tier the day before and stand in none now, the most likely to leave first. */
    gone: z.array(z.strictObject({ institutionId: z.int(), institutionName: z.string() })),
  }),
});

export const longestVerdictReason = 500;

export const postVerdicts = endpoint({
  method: 'POST',
  path: '/api/churn/verdicts',
  summary: 'Say that predictions are right or wrong, or take that back',
  body: z.strictObject({
    /** The page makes the id, so that a double click decides once. */
    verdictId: z.uuid(),
    institutionIds: institutionIdsSchema,
    verdict: z.enum(verdicts),
    reason: textSchema.trim().min(1, 'must not be empty').max(longestVerdictReason, `must have at most ${longestVerdictReason} characters`),
  }),
  response: bulkResultSchema,
});

const pastCaseSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  flaggedOn: z.iso.date(),
  /** null for one that stayed. */
  noticedOn: z.iso.date().nullable(),
  reason: z.string().nullable(),
  score: z.number().nullable(),
  patterns: z.array(z.enum(patternKeys)),
  /** What people did in the 60 days after. */
  done: z.array(z.string()),
  healthTier: healthTierSchema.nullable(),
});
export type PastCase = z.output<typeof pastCaseSchema>;

export const getSimilarCases = endpoint({
  method: 'GET',
  path: '/api/churn/institution/:id/similar-cases',
  summary: 'Past customers in a tier that were most like this one: three that left and three that stayed',
  params: institutionParams,
  response: z.strictObject({ lost: z.array(pastCaseSchema), stayed: z.array(pastCaseSchema) }),
});

/** Tabs of the predictions, as the address names them. */
export const predictionTabs = ['open', 'accepted', 'snoozed', 'rejected'] as const;
export type PredictionTab = (typeof predictionTabs)[number];

export const exportPredictions = {
  path: '/api/churn/predictions/export',
  summary: 'The customers that are predicted to leave as CSV, as the search parameters say',
  query: z.object({ tab: z.enum(predictionTabs).default('open') }),
} satisfies CsvExport;
