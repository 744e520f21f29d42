import { z } from 'zod';
import { endpoint, institutionParamsSchema } from '#shared/core/endpoint.ts';
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
  /** Lowest scores of the health tiers, by the rules that applied in the week. */
  ...tierLimitsSchema.shape,
});
export type HealthHistoryWeek = z.output<typeof historyWeekSchema>;

const historyEventSchema = timelineEntrySchema
  .pick({ id: true, at: true, kind: true, tone: true })
  .extend({
    /** Week of the event; for a tier change, the scored week. */
    weekStartDate: z.iso.date(),
    text: z.string(),
  });
export type HealthHistoryEvent = z.output<typeof historyEventSchema>;

export const getHealthHistory = endpoint({
  method: 'GET',
  path: '/api/institution/:id/health-history',
  summary: 'Weekly scores of an institution, oldest first, and the events of these weeks',
  params: institutionParamsSchema,
  query: z.object({ weeks: weeksBackSchema }),
  response: z.strictObject({
    /** Scored weeks; weeks without a score are omitted. */
    weeks: z.array(historyWeekSchema),
    /**
     * Provisional score of the current week; `null` when it has no score yet or no official week
     * precedes it.
     */
    provisional: z
      .strictObject({
        asOfDay: z.iso.date(),
        adoptionScore: z.number().nullable(),
        healthTier: healthTierSchema,
      })
      .nullable(),
    events: z.array(historyEventSchema),
  }),
});
