import { z } from 'zod';

/** When each kind of figure was last made; null when it never was. */
export const freshnessSchema = z.strictObject({
  officialWeekEnd: z.iso.date().nullable(),
  scoresAt: z.iso.datetime().nullable(),
  provisionalAt: z.iso.datetime().nullable(),
  usageAt: z.iso.datetime().nullable(),
  benchmarksAt: z.iso.datetime().nullable(),
});

export type Freshness = z.output<typeof freshnessSchema>;
