import type { CreatedDeal, CrmDeals } from '#server/core/providers/crm.ts';
import type { HubspotClient } from '#server/core/providers/hubspot/client.ts';
import { createKeyedDeal, fetchDealPipelines } from '#server/core/providers/hubspot/deals.ts';
import type { MirrorDeal } from '#server/core/providers/hubspot/mapping.ts';
import { withCrmErrors } from './hubspot-errors.ts';

const stateOf = ({ closed, won }: Pick<MirrorDeal, 'closed' | 'won'>): CreatedDeal['state'] => {
  if (!closed) return 'open';
  return won ? 'won' : 'lost';
};

/** Returns the deals of HubSpot, which need no company. */
export const createHubspotDeals = (hubspot: HubspotClient): CrmDeals => ({
  pipelines: () =>
    withCrmErrors(async () =>
      (await fetchDealPipelines(hubspot))
        .toSorted((one, other) => one.displayOrder - other.displayOrder)
        .map(({ id, label, stages }) => ({
          pipelineId: id,
          label,
          stages: stages
            .toSorted((one, other) => one.displayOrder - other.displayOrder)
            .map((stage) => ({
              stageId: stage.id,
              label: stage.label,
              isClosed: stage.metadata.isClosed === 'true',
            })),
        })),
    ),
  create: (deal) =>
    withCrmErrors(async () => {
      const { deal_id, pipeline, stage, ...state } = await createKeyedDeal(hubspot, deal);
      return { dealId: deal_id, pipeline, stage, state: stateOf(state) };
    }),
});
