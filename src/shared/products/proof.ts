import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { productPageKeys } from '#shared/core/pages/product-pages.ts';
import { productKeySchema } from '#shared/core/products.ts';

const productPageSchema = z.enum(productPageKeys);

/** Fewest customers whose change in usage is shown; of fewer, one or two would make the figure. */
export const minimumProofCustomers = 20;
/** Fewest customers on a records system that is named; of fewer, its name would say who they are. */
export const minimumSystemCustomers = 5;
/** The interval for the median covers at least this share of all samples. */
export const proofConfidence = 0.95;

const windowSchema = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** Customers whose change lies from `from` up to below `to`, in percent; null is no limit. */
const changeBandSchema = z.strictObject({ from: z.number().nullable(), to: z.number().nullable(), customers: z.int() });
export type ChangeBand = z.output<typeof changeBandSchema>;

const proofResultSchema = z.strictObject({
  /** Percent, of each customer's 28-day usage per reporting location, against the same weeks before. */
  medianChange: z.number(),
  /** Distribution-free, from order statistics; `confidence` is its exact coverage, 0 to 1, at least `proofConfidence`. */
  interval: z.strictObject({ low: z.number(), high: z.number(), confidence: z.number() }),
  /** The medians of the two windows, in uses or dollars per location; their change need not be the median change. */
  medianBefore: z.number(),
  medianNow: z.number(),
  bands: z.array(changeBandSchema),
});
export type ProofResult = z.output<typeof proofResultSchema>;

const proofMeasureSchema = z.strictObject({
  product: productKeySchema,
  /** Customers whose two windows can be compared. */
  customers: z.int(),
  /** Had the product and a live feed in the earlier window and did not use it: no percentage can be made of zero. */
  unusedBefore: z.int(),
  /** Used it in the earlier window, and in the later one have left, no longer have the product or have a silent feed. */
  notMeasurableNow: z.int(),
  /** null under `minimumProofCustomers`. */
  result: proofResultSchema.nullable(),
});
export type ProofMeasure = z.output<typeof proofMeasureSchema>;

const recordsSystemsSchema = z.strictObject({
  /** Those of at least `minimumSystemCustomers` customers, the most used first. */
  named: z.array(z.strictObject({ name: z.string(), practices: z.int(), customers: z.int() })),
  /** Practices on systems of fewer customers, and practices whose system is not on record. */
  otherPractices: z.int(),
  unknownPractices: z.int(),
  practices: z.int(),
});
export type RecordsSystems = z.output<typeof recordsSystemsSchema>;

const productProofSchema = z.strictObject({
  page: productPageSchema,
  /** The two windows of 28 days; null while there are not two official weeks far enough apart. */
  compared: z.strictObject({ before: windowSchema, now: windowSchema, weeksApart: z.int() }).nullable(),
  measures: z.array(proofMeasureSchema),
  /** The records systems of the practices that used any of the page's products in the last 28 official days; null without an official week. */
  systems: recordsSystemsSchema.nullable(),
});
export type ProductProof = z.output<typeof productProofSchema>;

export const getProductProof = endpoint({
  method: 'GET',
  path: '/api/products/:product/proof',
  summary: 'How the usage of a product page’s products changed with the customers that have them, and the records systems beside them',
  params: z.strictObject({ product: productPageSchema }),
  response: productProofSchema,
});
