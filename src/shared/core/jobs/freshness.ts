import { z } from 'zod';

/** Time of the last update of each kind of figure; `null` before the first update. */
export const freshnessSchema = z.strictObject({
  officialWeekEnd: z.iso.date().nullable(),
  scoresAt: z.iso.datetime().nullable(),
  provisionalAt: z.iso.datetime().nullable(),
  usageAt: z.iso.datetime().nullable(),
  benchmarksAt: z.iso.datetime().nullable(),
});

export type Freshness = z.output<typeof freshnessSchema>;
