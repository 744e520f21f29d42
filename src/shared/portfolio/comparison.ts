import { z } from 'zod';
import {
  createListAnswerSchema,
  daySchema,
  endpoint,
  institutionParamsSchema,
} from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { weeksBackSchema } from '#shared/health/weeks-back.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { scoreChangePartsSchema } from '#shared/scoring/facts.ts';
import { segmentSchema } from './list.ts';

/**
 * Flat band of the later week's rules, in percent. A change of at most this size counts as no
 * change.
 */
const flatBandSchema = z.number();

const both = <Value extends z.ZodType>(value: Value) => z.strictObject({ from: value, to: value });

/** Official week with the peers' usage change. */
export const officialWeekSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  weekEndDate: z.iso.date(),
  /**
   * Change of the peers' median usage since the previous week, in percent; `null` for the first
   * week.
   */
  peersChange: z.number().nullable(),
  /** `true` when the peers' median fell enough to indicate a seasonal drop. */
  isSeason: z.boolean(),
});
export type OfficialWeek = z.output<typeof officialWeekSchema>;

export const getOfficialWeeks = endpoint({
  method: 'GET',
  path: '/api/portfolio/weeks',
  summary: 'All official weeks, oldest first, with the peers’ usage change',
  response: createListAnswerSchema(officialWeekSchema),
});

const weeksQuery = z.object({ from: daySchema, to: daySchema });

/**
 * Customer in at least one of two official weeks. The tier of a week is `null` when the institution
 * was not a customer in that week.
 */
export const comparedCustomerSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  fromScore: z.number().nullable(),
  toScore: z.number().nullable(),
  fromTier: healthTierSchema.nullable(),
  toTier: healthTierSchema.nullable(),
  /**
   * Parts of the score change between the two weeks, in points; `null` unless both weeks have a
   * score.
   */
  parts: scoreChangePartsSchema.nullable(),
});
export type ComparedCustomer = z.output<typeof comparedCustomerSchema>;

export const getComparedCustomers = endpoint({
  method: 'GET',
  path: '/api/portfolio/comparison/customers',
  summary:
    'Customers of two official weeks with their scores; also customers of only one of the weeks',
  query: weeksQuery,
  response: createListAnswerSchema(comparedCustomerSchema),
});
export const exportComparedCustomers = {
  path: '/api/portfolio/comparison/customers/export',
  summary: 'Customers of two official weeks as CSV, filtered and sorted by the search parameters',
  query: weeksQuery.extend({ segment: segmentSchema }),
} satisfies CsvExport;

/**
 * Causes of a change in the average score: the four inputs of each score, and customers that
 * entered or left the average.
 */
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
export type AverageCauseKey = z.output<typeof averageCauseSchema>;

const productComparisonSchema = z.strictObject({
  product: productKeySchema,
  /** Number of customers with a score for the product. */
  customers: both(z.int()),
  /** Median product score in percent of benchmark; `null` without customers. */
  medianScore: both(z.number().nullable()),
  /** Total 28-day usage of these customers, in dollars for payments. */
  usage: both(z.number()),
  /** Median usage of all peers, per location for most products; `null` without a benchmark. */
  benchmark: both(z.number().nullable()),
});
export type PortfolioProductComparison = z.output<typeof productComparisonSchema>;

export const averageComparisonSchema = z.strictObject({
  /** Number of customers in each week, with or without a score. */
  customers: both(z.int()),
  /** Number of customers in each average. */
  scored: both(z.int()),
  averageScore: both(z.number().nullable()),
  /**
   * Causes in points that sum to the change of the average. Empty when either week has no average.
   */
  causes: z.array(
    z.strictObject({ cause: averageCauseSchema, points: z.number(), customers: z.int() }),
  ),
  /** Number of customers of both weeks by earlier tier, then by later tier. */
  tiers: z.record(healthTierSchema, z.record(healthTierSchema, z.int())),
});
export type AverageComparison = z.output<typeof averageComparisonSchema>;

export const getPortfolioComparison = endpoint({
  method: 'GET',
  path: '/api/portfolio/comparison',
  summary:
    'Comparison of two official weeks: average score with the causes of its change, products and tiers',
  query: weeksQuery.extend({ sameCustomers: z.stringbool().default(true), segment: segmentSchema }),
  response: averageComparisonSchema.extend({
    products: z.array(productComparisonSchema),
    flatBand: flatBandSchema,
  }),
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
  /** 28-day usage, in dollars for payments. */
  usage: both(z.number()),
  /** Peers' median usage for the institution's number of locations; `null` when unknown. */
  expected: both(z.number().nullable()),
  score: both(z.number().nullable()),
});
export type ComparedProduct = z.output<typeof comparedProductSchema>;

export const getInstitutionComparison = endpoint({
  method: 'GET',
  path: '/api/portfolio/institution/:id/comparison',
  summary:
    'Comparison of two official weeks of an institution: score with the causes of its change, and products',
  params: institutionParamsSchema,
  query: weeksQuery,
  response: z.strictObject({
    /**
     * Figures of the earlier and the later week; `null` for a week in which the institution was not
     * a customer.
     */
    weeks: both(comparedWeekSchema),
    parts: scoreChangePartsSchema.nullable(),
    products: z.array(comparedProductSchema),
    flatBand: flatBandSchema,
  }),
});

export const getTierTrend = endpoint({
  method: 'GET',
  path: '/api/portfolio/tiers',
  summary: 'Number of customers in each tier by official week, oldest first',
  query: z.object({ weeks: weeksBackSchema, segment: segmentSchema }),
  response: createListAnswerSchema(
    z.strictObject({ weekEndDate: z.iso.date(), tiers: z.record(healthTierSchema, z.int()) }),
  ),
});
