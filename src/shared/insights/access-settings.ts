import { z } from 'zod';

/** Access to a practice's insights: `signed` needs a signed link, `open` only the page's URL. */
export const insightsAccesses = ['signed', 'open'] as const;
export const insightsAccessSchema = z.enum(insightsAccesses);
export type InsightsAccess = z.output<typeof insightsAccessSchema>;

export const insightsSettings = z.object({
  /** `null` until set: open in the demo, by signed link otherwise. */
  insightsAccess: insightsAccessSchema
    .nullable()
    .default(null)
    .meta({ title: 'Access to insights' }),
});
