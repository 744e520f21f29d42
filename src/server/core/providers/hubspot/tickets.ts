import { z } from 'zod';
import type { TicketPatch } from '#server/core/providers/crm.ts';
import { type Ticket, ticketRecord } from './answers.ts';
import type { Hubspot } from './client.ts';
import { tickets } from './reading.ts';

const changed = z.object({ updatedAt: z.coerce.date() });
const pathOf = ({ paths }: Hubspot, ticketId: number) => `${paths.objects('tickets')}/${ticketId}`;

/** A ticket as it is at this moment, for somebody who waits. Throws HubspotError with status 404 where there is none. */
export const ticketNow = (hubspot: Hubspot, ticketId: number): Promise<Ticket> =>
  hubspot.hurried.get(pathOf(hubspot, ticketId), { properties: tickets.properties.join() }, ticketRecord);

/** Changes a ticket. Answers when HubSpot did it. */
export async function writeTicketProperties(hubspot: Hubspot, ticketId: number, { stage, ownerId, priority }: TicketPatch): Promise<Date> {
  const properties = {
    ...(stage && { hs_pipeline: stage.pipelineId, hs_pipeline_stage: stage.stageId }),
    ...(ownerId !== undefined && { hubspot_owner_id: ownerId === null ? '' : String(ownerId) }),
    ...(priority !== undefined && { hs_ticket_priority: priority }),
  };
  return (await hubspot.hurried.patch(pathOf(hubspot, ticketId), { properties }, changed)).updatedAt;
}
