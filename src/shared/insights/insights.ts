import { z } from 'zod';
import { endpoint, institutionParamsSchema, textSchema } from '#shared/core/endpoint.ts';
import { createByProductSchema, productKeySchema } from '#shared/core/products.ts';
import { peerGroupLevelSchema } from '#shared/core/tiers.ts';
import { productUsageWeekSchema } from '#shared/health/usage.ts';

/** Number of weeks in the trend charts. */
export const insightsTrendWeeks = 13;

/**
 * Minimum size of a peer group whose figures may be public. In a smaller group, figures could
 * reveal a single institution's usage.
 */
export const minimumPublicPeers = 5;

/** Minimum size of a peer group in which a rank is shown. */
export const minimumRankedPeers = 20;
/**
 * Minimum share of peers, 0–1, that have less usage than the practice, for its rank to be shown.
 */
export const minimumShareOfPeersBehind = 0.5;

/**
 * Quartiles of the peers' 28-day usage. They are per location for products that are compared by
 * location.
 */
const peersSchema = z.strictObject({
  level: peerGroupLevelSchema,
  isPerLocation: z.boolean(),
  /** Practice's own usage, in the same unit as the quartiles. */
  usage: z.number(),
  low: z.number(),
  median: z.number(),
  high: z.number(),
  institutions: z.int(),
  /** Number of peers with lower usage; `null` when no rank is shown. */
  ahead: z.int().nullable(),
});

/**
 * Reason why a product's week has no usage. `silent`: the EHR sent no data. `not_entitled`: the
 * product was not one of the institution's products. `not_started`: the week is before the
 * institution's first figures. `unrecorded`: no figures of the institution are stored for the week.
 */
const gapReasonSchema = z.enum(['silent', 'not_entitled', 'not_started', 'unrecorded']);
export type UsageGapReason = z.output<typeof gapReasonSchema>;

const figureSchema = z.strictObject({
  product: productKeySchema,
  /** 28-day usage, in dollars for payments; `null` when nothing was measured. */
  usage: z.number().nullable(),
  /** Usage in the previous 28 days. */
  previousUsage: z.number().nullable(),
  weeks: z.array(productUsageWeekSchema),
  /** Weeks without usage, with the reason. */
  gaps: z.array(z.strictObject({ weekStartDate: z.iso.date(), reason: gapReasonSchema })),
  peers: peersSchema.nullable(),
});
export type InsightsProductUsage = z.output<typeof figureSchema>;

const stepSchema = z.strictObject({
  product: productKeySchema,
  /** Extra 28-day usage that reaches the peers' median, in dollars for payments. */
  extraPer28Days: z.number(),
  extraPerOpenDay: z.number(),
  /** `true` when the practice did not use the product in the last 28 days. */
  isFirstUse: z.boolean(),
});
export type InsightsNextStep = z.output<typeof stepSchema>;

const locationSchema = z.strictObject({
  locationName: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  /** 28-day usage; `null` when the location sent no data. */
  usage: createByProductSchema(z.number()).nullable(),
});

/**
 * Figures that a practice sees about itself. Anyone with the link can read them. They contain no
 * score, tier, risk, ticket, owner or note, and nothing about another institution or a peer group
 * smaller than `minimumPublicPeers`.
 */
export const insightsSchema = z.strictObject({
  practiceName: z.string(),
  /** Name and postal address of our company from the settings; empty when not set. */
  company: z.strictObject({ name: z.string(), address: z.string() }),
  /** Saturday that ends the 28 days; `null` before the institution's first official week. */
  weekEndDate: z.iso.date().nullable(),
  /** `true` while the practice is in its grace period, in which it is not compared with others. */
  isNew: z.boolean(),
  /** One figure for each product that the institution may use. */
  figures: z.array(figureSchema),
  /**
   * Product that reaches its peers' median with the least extra usage; `null` when no product is
   * below the median.
   */
  step: stepSchema.nullable(),
  /** Usage by location; empty for an institution with one location. */
  locations: z.array(locationSchema),
  bookingLink: z.string().nullable(),
  /** `true` when a signed-in colleague opened the page without a working link. */
  isPreview: z.boolean(),
});
export type Insights = z.output<typeof insightsSchema>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/api/insights/public/:id',
  summary: 'A practice’s own figures; `token` is the key of a link. Returns 404 without access',
  params: institutionParamsSchema,
  query: z.object({ token: textSchema.max(200).optional() }),
  response: insightsSchema,
});

/**
 * Texts of the page for a reader without access. All such readers get the same texts, so that the
 * texts do not reveal which customers exist.
 */
export const unavailablePageText = {
  title: 'This page is not available',
  text: 'The link may have expired. Ask the person who sent it to you for a new one.',
} as const;
