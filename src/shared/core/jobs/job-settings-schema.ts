import { z } from 'zod';
import { createRetentionDaysSchema } from '../settings/retention-days.ts';

/**
 * Retention period of finished job runs, in days. A missed run that is older than `least` days is
 * never caught up, because the ledger may no longer show whether it was run.
 */
export const jobRunRetention = { least: 90, most: 730, initial: 90 };

export const jobSettingsSchema = z.object({
  runDays: createRetentionDaysSchema(jobRunRetention, 'Retention of job runs in days'),
});
