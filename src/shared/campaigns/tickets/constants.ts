/**
 * Limits of ticket campaigns. `undoHours`: hours in which a campaign can be undone. `idleDays`:
 * days without a change after which an open ticket is listed for attention.
 */
export const campaignLimits = { mostRecipients: 5000, undoHours: 24, idleDays: 7 } as const;
