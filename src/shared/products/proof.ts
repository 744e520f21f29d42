import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { productPageKeys } from '#shared/core/pages/product-page-products.ts';
import { productKeySchema } from '#shared/core/products.ts';

const productPageSchema = z.enum(productPageKeys);

/**
 * Minimum number of customers for a proof figure; with fewer, one or two customers would determine
 * it.
 */
export const minimumProofCustomers = 20;
/**
 * Minimum number of customers for naming an EHR; with fewer, the name could identify a customer.
 */
export const minimumNamedEhrCustomers = 5;
/** Minimum coverage of the confidence interval of the median, 0–1. */
export const proofConfidence = 0.95;

const windowSchema = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** Band of percent changes from `from` (inclusive) to `to` (exclusive); `null` means no limit. */
const changeBandSchema = z.strictObject({
  from: z.number().nullable(),
  to: z.number().nullable(),
  customers: z.int(),
});
export type UsageChangeBandCount = z.output<typeof changeBandSchema>;

const proofResultSchema = z.strictObject({
  /**
   * Median percent change of the customers' 28-day usage per reporting location since the earlier
   * window.
   */
  medianChange: z.number(),
  /**
   * Distribution-free interval from order statistics; `confidence` is its exact coverage, 0–1, at
   * least `proofConfidence`.
   */
  interval: z.strictObject({ low: z.number(), high: z.number(), confidence: z.number() }),
  /**
   * Medians of the two windows in uses or dollars per location. Their difference may deviate from
   * the median change.
   */
  medianBefore: z.number(),
  medianNow: z.number(),
  bands: z.array(changeBandSchema),
});
export type MedianUsageChange = z.output<typeof proofResultSchema>;

const proofMeasureSchema = z.strictObject({
  product: productKeySchema,
  /** Number of customers that can be compared between the two windows. */
  customers: z.int(),
  /**
   * Customers that had the product and a live feed in the earlier window but no usage, so that no
   * percentage can be computed.
   */
  unusedBefore: z.int(),
  /**
   * Customers that used the product in the earlier window but have since left, lost the product or
   * gone silent.
   */
  notMeasurableNow: z.int(),
  /** `null` below `minimumProofCustomers`. */
  result: proofResultSchema.nullable(),
});
export type ProductUsageChange = z.output<typeof proofMeasureSchema>;

const ehrCountsSchema = z.strictObject({
  /** EHRs with at least `minimumNamedEhrCustomers` customers, most practices first. */
  named: z.array(z.strictObject({ name: z.string(), practices: z.int(), customers: z.int() })),
  /**
   * Practices on EHRs with fewer customers; `unknownPractices` counts practices without an EHR on
   * record.
   */
  otherPractices: z.int(),
  unknownPractices: z.int(),
  practices: z.int(),
});
export type EhrCounts = z.output<typeof ehrCountsSchema>;

const productProofSchema = z.strictObject({
  page: productPageSchema,
  /** The two 28-day windows; `null` without two official weeks at least four weeks apart. */
  compared: z
    .strictObject({ before: windowSchema, now: windowSchema, weeksApart: z.int() })
    .nullable(),
  measures: z.array(proofMeasureSchema),
  /**
   * EHRs of the practices that used any of the page's products in the last 28 official days; `null`
   * without an official week.
   */
  systems: ehrCountsSchema.nullable(),
});
export type ProductProof = z.output<typeof productProofSchema>;

export const getProductProof = endpoint({
  method: 'GET',
  path: '/api/products/:product/proof',
  summary:
    'Usage change for the products on a product page, and EHRs of the practices that use these products',
  params: z.strictObject({ product: productPageSchema }),
  response: productProofSchema,
});
