import { z } from 'zod';
import { endpoint, institutionParams } from '#shared/core/endpoint.ts';
import { healthTierSchema, tierLimitsSchema } from '#shared/core/tiers.ts';
import { weeksBackSchema } from '#shared/health/weeks-back.ts';
import { timelineEntrySchema } from './timeline.ts';

const historyWeekSchema = z.strictObject({
  weekStartDate: z.iso.date(),
  weekEndDate: z.iso.date(),
  adoptionScore: z.number().nullable(),
  healthTier: healthTierSchema,
  scoreChange: z.number().nullable(),
  inGrace: z.boolean(),
  /** Where the tiers began under the rules of that week. */
  ...tierLimitsSchema.shape,
});
export type HistoryWeek = z.output<typeof historyWeekSchema>;

const historyEventSchema = timelineEntrySchema.pick({ id: true, at: true, kind: true, tone: true }).extend({
  /** The week in which it happened; for a change of tier the week that was judged. */
  weekStartDate: z.iso.date(),
  text: z.string(),
});
export type HistoryEvent = z.output<typeof historyEventSchema>;

export const getHealthHistory = endpoint({
  method: 'GET',
  path: '/api/institution/:id/health-history',
  summary: 'The score of an institution week by week, oldest first, and what happened meanwhile',
  params: institutionParams,
  query: z.object({ weeks: weeksBackSchema }),
  response: z.strictObject({
    /** Empty for an institution that was never scored; a week in which it was not scored is left out. */
    weeks: z.array(historyWeekSchema),
    /** The running week so far; null when there is none, or no official week after which it could stand. */
    provisional: z.strictObject({ asOfDay: z.iso.date(), adoptionScore: z.number().nullable(), healthTier: healthTierSchema }).nullable(),
    events: z.array(historyEventSchema),
  }),
});
