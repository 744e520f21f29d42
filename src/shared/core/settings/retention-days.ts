import { z } from 'zod';

/** Limits and default of a retention period, in days. */
export interface RetentionDayLimits {
  least: number;
  most: number;
  initial: number;
}

/** Returns the schema of a retention period. A changed period waits for a second administrator. */
export const createRetentionDaysSchema = (
  { least, most, initial }: RetentionDayLimits,
  title: string,
) =>
  z
    .int()
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .default(initial)
    .meta({ title, needsApproval: true });
