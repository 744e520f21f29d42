import { z } from 'zod';
import { retentionDaysSchema } from '#shared/core/settings/retention-days.ts';

/** Limits of the retention of conversations, in days since their last question. */
export const conversationRetention = { least: 1, most: 3650, initial: 365 };

export const conversationSettingsSchema = z.object({
  conversationDays: retentionDaysSchema(
    conversationRetention,
    'Retention of conversations with the assistant in days',
  ),
});
