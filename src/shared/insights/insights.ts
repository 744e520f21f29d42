import { z } from 'zod';
import { endpoint, institutionParams, textSchema } from '#shared/core/endpoint.ts';
import { byProduct, productKeySchema } from '#shared/core/products.ts';
import { peerLevelSchema } from '#shared/core/tiers.ts';
import { usageWeekSchema } from '#shared/health/usage.ts';

/** Weeks of the trend. */
export const trendWeeks = 13;

/** A peer group of fewer institutions is never told of: its figures would be those of a few others. */
export const fewestPublicPeers = 5;

/** A rank needs as many, and is told from this share of them upwards: below it stands what there is to gain. */
export const fewestRankedPeers = 20;
export const leastRankedShare = 0.25;

/** What similar practices do, for one location where the product is compared so. */
const peersSchema = z.strictObject({
  level: peerLevelSchema,
  isPerLocation: z.boolean(),
  /** The practice's own usage, comparable with the others. */
  usage: z.number(),
  low: z.number(),
  median: z.number(),
  high: z.number(),
  institutions: z.int(),
  /** Of them, those that use it less; null where the rank is not told. */
  ahead: z.int().nullable(),
});

const figureSchema = z.strictObject({
  product: productKeySchema,
  /** 28-day usage, dollars for payments, and that of the 28 days before; null where nothing was measured. */
  usage: z.number().nullable(),
  previousUsage: z.number().nullable(),
  weeks: z.array(usageWeekSchema),
  peers: peersSchema.nullable(),
});
export type Figure = z.output<typeof figureSchema>;

const stepSchema = z.strictObject({
  product: productKeySchema,
  /** Further uses, dollars for payments, that reach the median of similar practices. */
  extraPer28Days: z.number(),
  extraPerOpenDay: z.number(),
  /** It has the product and did not use it. */
  isFirstUse: z.boolean(),
});
export type Step = z.output<typeof stepSchema>;

const locationSchema = z.strictObject({
  locationName: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  /** 28-day usage; null where no figures came from the location. */
  usage: byProduct(z.number()).nullable(),
});

/**
 * All that a practice is told of itself. Whoever has the link reads it: no score, tier or risk, no ticket, owner or note, and
 * nothing of another institution or of a group of fewer than `fewestPublicPeers`.
 */
export const insightsSchema = z.strictObject({
  practiceName: z.string(),
  /** Ours, as papers name it; empty where nobody has said it. */
  company: z.strictObject({ name: z.string(), address: z.string() }),
  /** The Saturday that ends the 28 days; null before its first official week. */
  weekEndDate: z.iso.date().nullable(),
  /** In the first weeks after go-live it is not compared. */
  isNew: z.boolean(),
  /** The products that it may use. */
  figures: z.array(figureSchema),
  /** The one thing with the most to gain for the least; null where nothing is below the others. */
  step: stepSchema.nullable(),
  /** Of a group of locations; empty where there is one. */
  locations: z.array(locationSchema),
  bookingLink: z.string().nullable(),
  /** A colleague of ours sees it by being signed in, and the practice would not at this address. */
  isPreview: z.boolean(),
});
export type Insights = z.output<typeof insightsSchema>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/api/public/insights/:id',
  summary: 'What a practice reads of itself without signing in, by the key of its link; 404 alike for whatever is not to be read',
  params: institutionParams,
  query: z.object({ token: textSchema.max(200).optional() }),
  response: insightsSchema,
});

/** Said alike of whatever is not to be read, so that nobody learns who is a customer. */
export const unavailableWords = {
  title: 'This page is not available',
  text: 'The link may have expired. Ask the person who sent it to you for a new one.',
} as const;
