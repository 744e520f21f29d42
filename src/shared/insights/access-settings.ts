import { z } from 'zod';

/**
 * Access to insights pages. `signed`: a page needs a link with a signature. `open`: anyone with the
 * URL can read a page.
 */
export const insightsAccessModes = ['signed', 'open'] as const;
export const insightsAccessSchema = z.enum(insightsAccessModes);
export type InsightsAccess = z.output<typeof insightsAccessSchema>;

export const insightsSettingsSchema = z.object({
  /**
   * Access to insights pages; `null` until set. The default is `open` in the demo and `signed`
   * otherwise.
   */
  insightsAccess: insightsAccessSchema
    .nullable()
    .default(null)
    .meta({ title: 'Access to insights' }),
});
