import { z } from 'zod';
import { textSchema } from '#shared/core/endpoint.ts';
import { isStateCode } from '#shared/core/state-names.ts';
import { foldText } from '#shared/core/text.ts';
import {
  defaultProspectScoreLimits,
  defaultProspectScoreWeights,
  sumProspectScoreWeights,
} from './score.ts';

/** Limits of the sales settings. */
export const salesSettingsLimits = {
  territories: 200,
  territoryName: 60,
  zipPrefixes: 500,
  criteria: 6,
  criterion: 80,
} as const;

const pointsSchema = z.int().min(0).max(100);

export const prospectScoreSettingsSchema = z
  .strictObject({
    /** Points of each part. `lowRating` is subtracted. */
    weights: z.strictObject({
      type: pointsSchema,
      size: pointsSchema,
      ehr: pointsSchema,
      booking: pointsSchema,
      contact: pointsSchema,
      hours: pointsSchema,
      reviews: pointsSchema,
      growth: pointsSchema,
      reach: pointsSchema,
      lowRating: pointsSchema,
    }),
    limits: z.strictObject({
      /** Rating below which points are deducted, 0–5. */
      lowRating: z.number().min(0).max(5),
      /** Distance in miles within which a Healthy customer is near. */
      nearMiles: z.number().min(0).max(500),
      /** Highest number of locations that gets points. */
      mostLocations: z.int().min(1).max(10_000),
    }),
  })
  .refine(({ weights }) => sumProspectScoreWeights(weights) === 100, {
    path: ['weights'],
    message: 'must add up to 100 without the deduction',
  });
export type ProspectScoreSettings = z.output<typeof prospectScoreSettingsSchema>;

export const defaultProspectScoreSettings: ProspectScoreSettings = {
  weights: { ...defaultProspectScoreWeights },
  limits: { ...defaultProspectScoreLimits },
};

const nameSchema = (most: number) => textSchema.trim().min(1, 'must not be empty').max(most);

export const isZipPrefix = (text: string): boolean => /^\d{1,5}$/.test(text);

const territorySchema = z
  .strictObject({
    id: z.uuid(),
    name: nameSchema(salesSettingsLimits.territoryName),
    /** Two-letter codes of states. */
    states: z.array(z.string().refine(isStateCode, 'must be a US state, such as TX')),
    /** First digits of ZIP codes, 1 to 5. */
    zipPrefixes: z
      .array(z.string().refine(isZipPrefix, 'must have 1 to 5 digits'))
      .max(salesSettingsLimits.zipPrefixes),
    /** User who owns the territory; `null` without an owner. */
    ownerId: z.uuid().nullable(),
  })
  .refine(({ states, zipPrefixes }) => states.length + zipPrefixes.length > 0, {
    message: 'must have a state or a ZIP prefix',
  });
export type Territory = z.output<typeof territorySchema>;

/** Returns the values that occur more than once. */
function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = values.filter((value) => seen.has(value) || !seen.add(value));
  return [...new Set(twice)];
}

const territoriesSchema = z
  .array(territorySchema)
  .max(salesSettingsLimits.territories)
  .superRefine((territories, context) => {
    const lists = {
      names: territories.map(({ name }) => foldText(name)),
      ids: territories.map(({ id }) => id),
      states: territories.flatMap(({ states }) => states),
      'ZIP prefixes': territories.flatMap(({ zipPrefixes }) => zipPrefixes),
    };
    for (const [what, values] of Object.entries(lists)) {
      const twice = repeated(values);
      if (twice.length > 0)
        context.addIssue({
          code: 'custom',
          message: `${what} must occur only once: ${twice.slice(0, 5).join(', ')}`,
        });
    }
  });

const criterionSchema = z.strictObject({
  /** Stable id: users' ticks refer to it and remain when the text changes. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  text: nameSchema(salesSettingsLimits.criterion),
});
export type ExitCriterion = z.output<typeof criterionSchema>;

const criteriaSchema = z.array(criterionSchema).max(salesSettingsLimits.criteria);
const exitCriteriaSchema = z
  .strictObject({
    New: criteriaSchema,
    Researching: criteriaSchema,
    Contacted: criteriaSchema,
    Demo: criteriaSchema,
    Proposal: criteriaSchema,
  })
  .refine(
    (criteria) =>
      repeated(
        Object.values(criteria)
          .flat()
          .map(({ id }) => id),
      ).length === 0,
    { message: 'ids must occur only once' },
  );
export type ExitCriteria = z.output<typeof exitCriteriaSchema>;

export const defaultExitCriteria: ExitCriteria = {
  New: [
    { id: 'right-practice', text: 'A practice that we serve' },
    { id: 'phone-known', text: 'Phone number checked' },
  ],
  Researching: [
    { id: 'ehr-known', text: 'EHR known' },
    { id: 'decision-maker-known', text: 'Decision maker known' },
  ],
  Contacted: [
    { id: 'spoke-to-decision-maker', text: 'Spoke to the decision maker' },
    { id: 'need-confirmed', text: 'Need confirmed' },
    { id: 'demo-scheduled', text: 'Demo scheduled' },
  ],
  Demo: [
    { id: 'demo-held', text: 'Demo held with the decision maker' },
    { id: 'products-chosen', text: 'Products chosen' },
    { id: 'amount-known', text: 'Budget confirmed' },
  ],
  Proposal: [
    { id: 'proposal-sent', text: 'Proposal sent' },
    { id: 'terms-agreed', text: 'Terms agreed' },
    { id: 'start-date-agreed', text: 'Start date agreed' },
  ],
};

export const salesSettingsSchema = z.object({
  prospectScore: prospectScoreSettingsSchema
    .default(defaultProspectScoreSettings)
    .meta({ title: 'Prospect score' }),
  salesTerritories: territoriesSchema.default([]).meta({ title: 'Sales territories' }),
  exitCriteria: exitCriteriaSchema.default(defaultExitCriteria).meta({ title: 'Exit checklists' }),
});
export type SalesSettings = z.output<typeof salesSettingsSchema>;
