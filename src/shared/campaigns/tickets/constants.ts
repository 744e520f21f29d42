/**
 * Limits of ticket campaigns: maximum recipients, hours for undo, and days after which an untouched
 * open ticket is listed.
 */
export const campaignRules = { mostRecipients: 5000, undoHours: 24, idleDays: 7 } as const;
