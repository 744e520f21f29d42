import { z } from 'zod';

/**
 * Access to insights pages. `signed`: a page needs a link with a signature. `open`: anyone with the
 * URL can read a page.
 */
export const insightsPageAccessModes = ['signed', 'open'] as const;
export const insightsPageAccessSchema = z.enum(insightsPageAccessModes);
export type InsightsPageAccessMode = z.output<typeof insightsPageAccessSchema>;

export const insightsSettingsSchema = z.object({
  /**
   * Access to insights pages; `null` until set. The default is `open` in the demo and `signed`
   * otherwise.
   */
  insightsAccess: insightsPageAccessSchema
    .nullable()
    .default(null)
    .meta({ title: 'Access to insights' }),
});
