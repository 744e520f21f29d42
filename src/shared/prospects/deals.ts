import { z } from 'zod';
import { endpoint, idInUrlSchema, textSchema, versionSchema } from '#shared/core/endpoint.ts';

/**
 * States of a prospect's deal in the CRM. `waiting`: the CRM could not be reached yet. `refused`:
 * the CRM did not accept the deal.
 */
export const prospectDealStates = ['waiting', 'refused', 'open', 'won', 'lost'] as const;
export type ProspectDealState = (typeof prospectDealStates)[number];

/** Deal of a prospect. Pipeline and stage are `null` until the CRM has created the deal. */
export const prospectDealSchema = z.strictObject({
  dealKey: z.uuid(),
  pipeline: z.string().nullable(),
  stage: z.string().nullable(),
  state: z.enum(prospectDealStates),
});
export type ProspectDeal = z.output<typeof prospectDealSchema>;

/** Returns `true` while the stage of the deal, not the prospect's own stage, is the current one. */
export const isDealInProgress = (deal: Pick<ProspectDeal, 'state'> | null): boolean =>
  deal?.state === 'open' || deal?.state === 'waiting';

/** Describes the state of a deal, as in “HubSpot: Contract sent”. */
export function dealText({ state, stage }: ProspectDeal): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for HubSpot';
    case 'refused':
      return 'Refused by HubSpot';
    default:
      return `HubSpot: ${stage}`;
  }
}

const prospectParams = z.strictObject({ prospectId: idInUrlSchema });

export const getDealChoices = endpoint({
  method: 'GET',
  path: '/api/prospects/:prospectId/deal-choices',
  summary: 'Open stages and owner for a new deal of a prospect; 503 while HubSpot can’t be reached',
  params: prospectParams,
  response: z.strictObject({
    /** Pipelines with their open stages, in HubSpot’s order. */
    pipelines: z.array(
      z.strictObject({
        pipelineId: z.string(),
        label: z.string(),
        stages: z.array(z.strictObject({ stageId: z.string(), label: z.string() })),
      }),
    ),
    /**
     * HubSpot owner with the email address of the prospect’s owner; `null` when there is none.
     */
    ownerName: z.string().nullable(),
  }),
});

/**
 * Creates the deal at once, or once HubSpot can be reached. A repeated request with the same
 * `dealKey` creates no second deal.
 */
export const postProspectDeal = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/deals',
  summary:
    'Create a deal in HubSpot for a prospect; 409 when the prospect changed or has a deal, 422 when HubSpot refuses it',
  params: prospectParams,
  body: z.strictObject({
    dealKey: z.uuid(),
    version: versionSchema,
    name: textSchema.trim().min(1, 'must not be empty').max(200),
    pipelineId: textSchema.min(1).max(100),
    stageId: textSchema.min(1).max(100),
    /** Amount in dollars; `null` when unknown. */
    amount: z.number().min(0).max(100_000_000).multipleOf(0.01).nullable(),
  }),
  response: z.strictObject({ state: z.enum(prospectDealStates).exclude(['refused']) }),
});

export const postProspectDealRemoval = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/deals/:dealKey/removal',
  summary: 'Remove the link between a prospect and its deal, which stays in HubSpot',
  params: prospectParams.extend({ dealKey: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({}),
});
