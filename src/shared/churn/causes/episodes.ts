import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { sizeTierSchema } from '#shared/core/tiers.ts';

/**
 * Outcomes of a risk episode. 'Open': the customer is still at risk. 'Too early to tell': the
 * episode ended less than 60 days ago.
 */
export const riskEpisodeOutcomes = ['Saved', 'Lost', 'Open', 'Too early to tell'] as const;

/**
 * Risk episode of a customer. At-risk weeks that are at most four weeks apart belong to one
 * episode.
 */
export const riskEpisodeSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  sizeTier: sizeTierSchema.nullable(),
  /**
   * `beganOn`: Sunday after the first at-risk week. `endedOn`: Sunday after the last at-risk week;
   * `null` while the episode continues.
   */
  beganOn: z.iso.date(),
  endedOn: z.iso.date().nullable(),
  outcome: z.enum(riskEpisodeOutcomes),
  noticedOn: z.iso.date().nullable(),
  /** `true` when a note, task or decision was recorded during the episode. */
  isTreated: z.boolean(),
});
export type RiskEpisode = z.output<typeof riskEpisodeSchema>;

export const getRiskEpisodes = endpoint({
  method: 'GET',
  path: '/api/churn/risk-episodes',
  summary: 'Risk episodes of customers with their outcomes, newest first',
  response: createListAnswerSchema(riskEpisodeSchema),
});
