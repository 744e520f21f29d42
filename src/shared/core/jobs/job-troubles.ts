import { z } from 'zod';

/**
 * Problem of a scheduled job: its last run failed, its last occurrence was missed, or its schedules
 * are paused.
 */
export const jobTroubleSchema = z.strictObject({
  job: z.string(),
  kind: z.enum(['failed', 'missed', 'paused']),
  /** Start of the problem. */
  at: z.iso.datetime(),
});
export type JobTrouble = z.output<typeof jobTroubleSchema>;
