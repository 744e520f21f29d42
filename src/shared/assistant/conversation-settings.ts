import { z } from 'zod';
import { createRetentionDaysSchema } from '#shared/core/settings/retention-days.ts';

/** Limits of the retention of conversations, in days since their last question. */
export const conversationRetention = { least: 1, most: 3650, initial: 365 };

export const conversationSettingsSchema = z.object({
  conversationDays: createRetentionDaysSchema(
    conversationRetention,
    'Retention of conversations with the assistant in days',
  ),
});
