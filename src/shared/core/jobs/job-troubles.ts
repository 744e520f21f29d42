import { z } from 'zod';

/**
 * Problem of a scheduled job: its last run failed, its last run was missed, or its schedules are
 * paused.
 */
export const jobTroubleSchema = z.strictObject({
  job: z.string(),
  kind: z.enum(['failed', 'missed', 'paused']),
  /** Time at which the problem started. */
  at: z.iso.datetime(),
});
export type JobTrouble = z.output<typeof jobTroubleSchema>;
