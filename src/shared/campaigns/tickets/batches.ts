import { z } from 'zod';
import { countSchema, endpoint, idSchema } from '#shared/core/endpoint.ts';
import { campaignLimits } from './constants.ts';
import { maxOwnerPoolSize } from './draft.ts';

const instant = z.iso.datetime();
const hasNoDuplicates = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;
const campaignParams = z.strictObject({ campaignId: z.uuid() });

/** Bulk change to the tickets of a campaign. */
export const campaignTicketsBulkChangeSchema = z.strictObject({
  batchId: z.uuid(),
  what: z.enum(['reassign', 'end']),
  /** Names of the new owners; empty when the bulk change ends the campaign. */
  to: z.array(z.string()),
  by: z.string(),
  at: instant,
  tickets: z.int(),
  /** Number of changes that have not reached the CRM yet, including reverse changes of an undo. */
  waiting: z.int(),
  made: z.int(),
  /**
   * Number of changes that were not applied, because the ticket had changed in the meantime or the
   * CRM refused the change.
   */
  stayed: z.int(),
  takenBack: z.int(),
  undone: z.strictObject({ by: z.string(), at: instant }).nullable(),
  /** Deadline for undo; `null` once undone. */
  undoUntil: instant.nullable(),
});
export type CampaignTicketsBulkChange = z.output<typeof campaignTicketsBulkChangeSchema>;

/** The client generates the id, so that a repeated request adds one bulk change. */
export const postCampaignTicketReassignment = endpoint({
  method: 'POST',
  path: '/api/campaigns/tickets/:campaignId/reassignments',
  summary:
    'Reassign open tickets of a campaign to several owners in turn; tickets that already belong to one of these owners are skipped',
  params: campaignParams,
  body: z.strictObject({
    batchId: z.uuid(),
    institutionIds: z
      .array(idSchema)
      .min(1)
      .max(campaignLimits.mostRecipients)
      .refine(hasNoDuplicates, 'names a customer more than once'),
    ownerIds: z
      .array(idSchema)
      .min(1, 'must have at least one owner')
      .max(maxOwnerPoolSize)
      .refine(hasNoDuplicates, 'names an owner more than once'),
  }),
  response: z.strictObject({ tickets: countSchema }),
});

export const postCampaignEnd = endpoint({
  method: 'POST',
  path: '/api/campaigns/tickets/:campaignId/end',
  summary: 'End a campaign, and close its open tickets or leave them open',
  params: campaignParams,
  body: z.strictObject({ batchId: z.uuid(), openTickets: z.enum(['close', 'leave']) }),
  response: z.strictObject({ tickets: countSchema }),
});

export const postTicketBulkChangeUndo = endpoint({
  method: 'POST',
  path: '/api/campaigns/tickets/:campaignId/batches/:batchId/undo',
  summary: 'Undo a bulk change within 24 hours. Skips tickets edited since.',
  params: campaignParams.extend({ batchId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({}),
});
