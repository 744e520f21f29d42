import { z } from 'zod';

/** Limits and default of a retention period, in days. */
export interface RetentionDays {
  least: number;
  most: number;
  initial: number;
}

/** Returns the schema of a retention period. A changed period waits for a second administrator. */
export const retentionDaysSchema = ({ least, most, initial }: RetentionDays, title: string) =>
  z
    .int()
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .default(initial)
    .meta({ title, needsApproval: true });
