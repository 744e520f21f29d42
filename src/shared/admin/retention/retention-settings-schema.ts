import { z } from 'zod';
import { createRetentionDaysSchema } from '#shared/core/settings/retention-days.ts';

/** Limits of retention periods, in days. Sessions must be kept longer than a session can last. */
export const retentionLimits = {
  sessionDays: { least: 2, most: 3650, initial: 90 },
  signInDays: { least: 2, most: 3650, initial: 365 },
  importDays: { least: 2, most: 3650, initial: 365 },
};

export const retentionSettingsSchema = z.object({
  sessionDays: createRetentionDaysSchema(
    retentionLimits.sessionDays,
    'Retention of ended sessions in days',
  ),
  /** Retention of sign-ins, refused sign-ins and sign-outs. */
  signInDays: createRetentionDaysSchema(
    retentionLimits.signInDays,
    'Retention of sign-in records in days',
  ),
  importDays: createRetentionDaysSchema(
    retentionLimits.importDays,
    'Retention of import records in days',
  ),
});
