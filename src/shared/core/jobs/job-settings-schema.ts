import { z } from 'zod';
import { retentionDaysSchema } from '../settings/retention-days.ts';

/**
 * Retention period of finished job runs, in days. Occurrences older than `least` days are never
 * caught up, because their runs may already be deleted.
 */
export const runRetention = { least: 90, most: 730, initial: 90 };

export const jobSettingsSchema = z.object({
  runDays: retentionDaysSchema(runRetention, 'Retention of job runs in days'),
});
