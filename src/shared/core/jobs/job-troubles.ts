import { z } from 'zod';

/** Why a scheduled job has not done its work: its last run failed, its last time passed without a run, or nobody lets it run. */
export const jobTroubleSchema = z.strictObject({
  job: z.string(),
  kind: z.enum(['failed', 'missed', 'paused']),
  /** Since when. */
  at: z.iso.datetime(),
});
export type JobTrouble = z.output<typeof jobTroubleSchema>;
