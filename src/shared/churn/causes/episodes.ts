import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { sizeTierSchema } from '#shared/core/tiers.ts';

/** Open while the customer is at risk, early until 60 days have passed since. */
export const episodeOutcomes = ['Saved', 'Lost', 'Open', 'Too early to tell'] as const;

/** A time that a customer was at risk; weeks up to four apart are one. */
export const riskEpisodeSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  sizeTier: sizeTierSchema.nullable(),
  /** The Sunday after the first week at risk, and the one after the last; null while it goes on. */
  beganOn: z.iso.date(),
  endedOn: z.iso.date().nullable(),
  outcome: z.enum(episodeOutcomes),
  noticedOn: z.iso.date().nullable(),
  /** Someone wrote, did or decided something meanwhile. */
  isTreated: z.boolean(),
});
export type RiskEpisode = z.output<typeof riskEpisodeSchema>;

export const getRiskEpisodes = endpoint({
  method: 'GET',
  path: '/api/churn/risk-episodes',
  summary: 'Every time that a customer was at risk, newest first, with what became of it',
  response: listAnswer(riskEpisodeSchema),
});
