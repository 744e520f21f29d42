import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { sizeTierSchema } from '#shared/core/tiers.ts';
import { practiceSchema } from '#shared/institutions/institutions.ts';

/** Facts by which customers are compared with a prospect, in the order in which they are given up. */
export const comparedFacts = ['ehr', 'size', 'type'] as const;
export type ComparedFact = (typeof comparedFacts)[number];

/** Facts of a prospect as customers have them; `null` when unknown, or when no customer has them. */
const traitsSchema = z.strictObject({
  sizeTier: sizeTierSchema.nullable(),
  locations: z.int().nullable(),
  practiceType: z.string().nullable(),
  ehr: z.string().nullable(),
});
export type ProspectTraits = z.output<typeof traitsSchema>;

/** Location of a Healthy customer that is not leaving. */
const referenceSchema = practiceSchema
  .pick({
    institutionId: true,
    institutionName: true,
    city: true,
    state: true,
    practiceType: true,
    ehr: true,
  })
  .extend({
    sizeTier: sizeTierSchema,
    miles: z.number(),
    /**
     * Known facts of the prospect, divided into facts that the customer shares and facts that
     * differ.
     */
    same: z.array(z.enum(comparedFacts)),
    differs: z.array(z.enum(comparedFacts)),
    /** Product with the highest score in percent of peers; `null` when no product is measurable. */
    best: z.strictObject({ product: productKeySchema, score: z.int() }).nullable(),
  })
  .strip();
export type ReferenceCustomer = z.output<typeof referenceSchema>;

/** Group of customers; a field that is `null` does not narrow the group. */
const groupFields = {
  customers: z.int(),
  sizeTier: sizeTierSchema.nullable(),
};

const usageSchema = z.strictObject({
  product: productKeySchema,
  ...groupFields,
  practiceType: z.string().nullable(),
  /**
   * Median and quartiles of the 28-day usage, for all locations of the prospect, or for one location
   * when the number of locations is unknown.
   */
  median: z.number(),
  quartileLow: z.number(),
  quartileHigh: z.number(),
});
export type SimilarUsage = z.output<typeof usageSchema>;

const waitSchema = z.strictObject({
  ...groupFields,
  ehr: z.string().nullable(),
  /** Median days from go-live; `null` while fewer than half of the customers reached the event. */
  days: z.number().nullable(),
  /** Days after which a quarter, and three quarters, of the customers reached the event. */
  quartileLow: z.number().nullable(),
  quartileHigh: z.number().nullable(),
});
export type ExpectedWait = z.output<typeof waitSchema>;

const departuresSchema = z.strictObject({
  customers: z.int(),
  left: z.int(),
  /** Departures per 100 customers and year; `null` with fewer than five departures. */
  per100Years: z.number().nullable(),
});
export type Departures = z.output<typeof departuresSchema>;

const churnSchema = z.strictObject({
  ehr: z.string(),
  sizeTier: sizeTierSchema.nullable(),
  own: departuresSchema,
  /**
   * Comparison group: all other customers, of the same size tier when the group has a size tier.
   */
  others: departuresSchema,
  /** Rate of departures as a multiple of the others' rate, with its 95% interval. */
  ratio: z.strictObject({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Avoidable main reasons of the group’s losses, most frequent first. */
  reasons: z.array(z.strictObject({ reason: z.string(), losses: z.int() })),
  losses: z.int(),
});
export type ChurnEvidence = z.output<typeof churnSchema>;

/** `key` is the same as in the call of the profile. */
export const getProspectEvidence = endpoint({
  method: 'GET',
  path: '/api/prospects/evidence',
  summary: 'What our customers like a prospect show: references, usage, onboarding and churn',
  query: z.object({ key: textSchema.min(1).max(300) }),
  response: z.strictObject({
    traits: traitsSchema,
    /** Last day of the official week of the usage; `null` before the first. */
    weekEndDate: z.iso.date().nullable(),
    references: z.array(referenceSchema),
    usage: z.array(usageSchema),
    /** `null` with fewer than five customers, as the other groups. */
    firstBooking: waitSchema.nullable(),
    onboarding: waitSchema.nullable(),
    churn: churnSchema.nullable(),
  }),
});
export type ProspectEvidence = z.output<typeof getProspectEvidence.response>;
