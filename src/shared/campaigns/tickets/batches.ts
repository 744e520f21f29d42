import { z } from 'zod';
import { countSchema, endpoint, idSchema } from '#shared/core/endpoint.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { mostInPool } from './draft.ts';

const instant = z.iso.datetime();
const isEachOnce = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;
const campaignParams = z.strictObject({ campaignId: z.uuid() });

/** What was decided for many tickets of a campaign at once. */
export const batchSchema = z.strictObject({
  batchId: z.uuid(),
  what: z.enum(['reassign', 'end']),
  /** Who got the tickets; empty for an end. */
  to: z.array(z.string()),
  by: z.string(),
  at: instant,
  tickets: z.int(),
  /** Not in the CRM yet, also of what takes it back. */
  waiting: z.int(),
  made: z.int(),
  /** Somebody changed them first, or the CRM refused. */
  stayed: z.int(),
  takenBack: z.int(),
  undone: z.strictObject({ by: z.string(), at: instant }).nullable(),
  /** Until when it can be undone; null once it was. */
  undoUntil: instant.nullable(),
});
export type CampaignBatch = z.output<typeof batchSchema>;

/** The page makes the id, so that what is sent twice is one batch. */
export const postReassignment = endpoint({
  method: 'POST',
  path: '/api/ticket-campaigns/:campaignId/reassignments',
  summary: 'Give open tickets of a campaign to other people, in turn; those that have one of them already stay',
  params: campaignParams,
  body: z.strictObject({
    batchId: z.uuid(),
    institutionIds: z.array(idSchema).min(1).max(campaignRules.mostRecipients).refine(isEachOnce, 'names a customer twice'),
    ownerIds: z.array(idSchema).min(1, 'must name somebody').max(mostInPool).refine(isEachOnce, 'names somebody twice'),
  }),
  response: z.strictObject({ tickets: countSchema }),
});

export const postCampaignEnd = endpoint({
  method: 'POST',
  path: '/api/ticket-campaigns/:campaignId/end',
  summary: 'End a campaign, and close its open tickets or leave them open',
  params: campaignParams,
  body: z.strictObject({ batchId: z.uuid(), openTickets: z.enum(['close', 'leave']) }),
  response: z.strictObject({ tickets: countSchema }),
});

export const postBatchUndo = endpoint({
  method: 'POST',
  path: '/api/ticket-campaigns/:campaignId/batches/:batchId/undo',
  summary: 'Undo what was decided for many tickets at once, for 24 hours; tickets that were changed since stay',
  params: campaignParams.extend({ batchId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({}),
});
