import { z } from 'zod';
import type { TicketPatch } from '#server/core/providers/crm.ts';
import type { Hubspot } from './client.ts';
import { version } from './reading.ts';

const changed = z.object({ updatedAt: z.coerce.date() });
const pathOf = (ticketId: number) => `/crm/objects/${version}/tickets/${ticketId}`;

/** When a ticket was last changed. Throws HubspotError with status 404 where there is none. */
export async function ticketChangedAt(hubspot: Hubspot, ticketId: number): Promise<Date> {
  return (await hubspot.get(pathOf(ticketId), {}, changed)).updatedAt;
}

/** Changes a ticket. Answers when HubSpot did it. */
export async function writeTicketProperties(hubspot: Hubspot, ticketId: number, { stage, ownerId, priority }: TicketPatch): Promise<Date> {
  const properties = {
    ...(stage && { hs_pipeline: stage.pipelineId, hs_pipeline_stage: stage.stageId }),
    ...(ownerId !== undefined && { hubspot_owner_id: ownerId === null ? '' : String(ownerId) }),
    ...(priority !== undefined && { hs_ticket_priority: priority }),
  };
  return (await hubspot.patch(pathOf(ticketId), { properties }, changed)).updatedAt;
}
