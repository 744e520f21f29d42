import { z } from 'zod';
import { daySchema, endpoint, institutionParams, listAnswer } from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { weeksBackSchema } from '#shared/health/weeks-back.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { scoreChangePartsSchema } from '#shared/scoring/facts.ts';
import { segmentSchema } from './list.ts';

/** In percent, by the rules of the later week: within it, limits included, a change counts as none. */
const flatBandSchema = z.number();

const both = <Value extends z.ZodType>(value: Value) => z.strictObject({ from: value, to: value });

/** An official week and what the peers did in it. */
export const officialWeekSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  weekEndDate: z.iso.date(),
  /** Percent by which the peers' median usage changed since the week before; null for the first week. */
  peersChange: z.number().nullable(),
  /** The peers' median itself fell. */
  isSeason: z.boolean(),
});
export type OfficialWeek = z.output<typeof officialWeekSchema>;

export const getOfficialWeeks = endpoint({
  method: 'GET',
  path: '/api/health-trends/weeks',
  summary: 'Every official week, oldest first, with what the peers did in it',
  response: listAnswer(officialWeekSchema),
});

const weeksQuery = z.object({ from: daySchema, to: daySchema });

/** A customer of one of two official weeks, or of both; the tier is null where it was no customer. */
export const comparedCustomerSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  fromScore: z.number().nullable(),
  toScore: z.number().nullable(),
  fromTier: healthTierSchema.nullable(),
  toTier: healthTierSchema.nullable(),
  /** Why the score moved between the two weeks, in points; null unless both have a score. */
  parts: scoreChangePartsSchema.nullable(),
});
export type ComparedCustomer = z.output<typeof comparedCustomerSchema>;

export const getComparedCustomers = endpoint({
  method: 'GET',
  path: '/api/health-trends/comparison/customers',
  summary: 'Every customer of either of two official weeks, in both',
  query: weeksQuery,
  response: listAnswer(comparedCustomerSchema),
});
export const exportComparedCustomers = {
  path: '/api/health-trends/comparison/customers/export',
  summary: 'The customers of two official weeks as CSV, as the search parameters say',
  query: weeksQuery.extend({ segment: segmentSchema }),
} satisfies CsvExport;

/** What moves an average score: the four inputs of each score, and who is averaged over. */
export const averageCauses = [
  'usage',
  'peers',
  'entitlements',
  'locations',
  'customersIn',
  'becameMeasurable',
  'customersOut',
  'becameUnmeasurable',
] as const;
const averageCauseSchema = z.enum(averageCauses);
export type AverageCause = z.output<typeof averageCauseSchema>;

const productComparisonSchema = z.strictObject({
  product: productKeySchema,
  /** Customers with a product score. */
  customers: both(z.int()),
  /** Percent of benchmark; null without customers. */
  medianScore: both(z.number().nullable()),
  /** 28-day usage of those customers together; dollars for payments. */
  usage: both(z.number()),
  /** The median of all peers, per location for most products; null where there was none. */
  benchmark: both(z.number().nullable()),
});
export type ProductComparison = z.output<typeof productComparisonSchema>;

export const averageComparisonSchema = z.strictObject({
  /** Customers in the week, with a score or without. */
  customers: both(z.int()),
  /** Customers whose score the average is made of. */
  scored: both(z.int()),
  averageScore: both(z.number().nullable()),
  /** In points; they sum to the change of the average. Empty where either week has no average. */
  causes: z.array(z.strictObject({ cause: averageCauseSchema, points: z.number(), customers: z.int() })),
  /** Customers of both weeks by their tier before, then by their tier after. */
  tiers: z.record(healthTierSchema, z.record(healthTierSchema, z.int())),
});
export type AverageComparison = z.output<typeof averageComparisonSchema>;

export const getComparison = endpoint({
  method: 'GET',
  path: '/api/health-trends/comparison',
  summary: 'Two official weeks: the average score and why it moved, products and tiers',
  query: weeksQuery.extend({ sameCustomers: z.stringbool().default(true), segment: segmentSchema }),
  response: averageComparisonSchema.extend({ products: z.array(productComparisonSchema), flatBand: flatBandSchema }),
});

const comparedWeekSchema = z
  .strictObject({
    adoptionScore: z.number().nullable(),
    healthTier: healthTierSchema,
    locationCount: z.int(),
    measuredLocations: z.int(),
  })
  .nullable();

const comparedProductSchema = z.strictObject({
  product: productKeySchema,
  entitled: both(z.boolean()),
  /** 28-day usage; dollars for payments. */
  usage: both(z.number()),
  /** What the peers' median would be for its locations; null where it cannot be said. */
  expected: both(z.number().nullable()),
  score: both(z.number().nullable()),
});
export type ComparedProduct = z.output<typeof comparedProductSchema>;

export const getInstitutionComparison = endpoint({
  method: 'GET',
  path: '/api/health-trends/institution/:id/comparison',
  summary: 'Two official weeks of one institution: its score, why it moved, and its products',
  params: institutionParams,
  query: weeksQuery,
  response: z.strictObject({
    /** null where it was no customer in that week. */
    weeks: both(comparedWeekSchema),
    parts: scoreChangePartsSchema.nullable(),
    products: z.array(comparedProductSchema),
    flatBand: flatBandSchema,
  }),
});

export const getTierTrend = endpoint({
  method: 'GET',
  path: '/api/health-trends/tiers',
  summary: 'Customers in each tier, official week by official week, oldest first',
  query: z.object({ weeks: weeksBackSchema, segment: segmentSchema }),
  response: listAnswer(z.strictObject({ weekEndDate: z.iso.date(), tiers: z.record(healthTierSchema, z.int()) })),
});
