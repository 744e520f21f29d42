import { z } from 'zod';
import { retentionDaysSchema } from '#shared/core/settings/retention-days.ts';

/** Limits of retention periods, in days. Sessions must be kept longer than a session can last. */
export const retentionLimits = {
  sessionDays: { least: 2, most: 3650, initial: 90 },
  signInDays: { least: 2, most: 3650, initial: 365 },
  importDays: { least: 2, most: 3650, initial: 365 },
};

export const retentionSettingsSchema = z.object({
  sessionDays: retentionDaysSchema(
    retentionLimits.sessionDays,
    'Retention of ended sessions in days',
  ),
  /** Retention of sign-ins, refused sign-ins and sign-outs. */
  signInDays: retentionDaysSchema(
    retentionLimits.signInDays,
    'Retention of sign-in records in days',
  ),
  importDays: retentionDaysSchema(
    retentionLimits.importDays,
    'Retention of import records in days',
  ),
});
