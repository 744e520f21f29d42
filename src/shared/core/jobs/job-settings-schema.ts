import { z } from 'zod';
import { retentionDaysSchema } from '../settings/retention-days.ts';

/**
 * Retention period of finished job runs, in days. Runs must be kept at least as long as schedules
 * look back.
 */
export const runRetention = { least: 90, most: 730, initial: 90 };

export const jobSettingsSchema = z.object({
  runDays: retentionDaysSchema(runRetention, 'Retention of job runs in days'),
});
