import { z } from 'zod';
import type { TicketChanges } from '#server/core/providers/crm.ts';
import { type HubspotTicket, ticketSchema } from './answers.ts';
import type { HubspotClient } from './client.ts';
import { ticketReadingConfig } from './reading.ts';

const updateResponse = z.object({ updatedAt: z.coerce.date() });
const pathOf = ({ paths }: HubspotClient, ticketId: number) =>
  `${paths.objects('tickets')}/${ticketId}`;

/**
 * Reads the current state of a ticket for a waiting user. Throws `HubspotError` with status 404
 * when the ticket does not exist.
 */
export const fetchTicket = (hubspot: HubspotClient, ticketId: number): Promise<HubspotTicket> =>
  hubspot.hurried.get(
    pathOf(hubspot, ticketId),
    { properties: ticketReadingConfig.properties.join() },
    ticketSchema,
  );

/** Updates a ticket and returns the time of the update in HubSpot. */
export async function writeTicketProperties(
  hubspot: HubspotClient,
  ticketId: number,
  { stage, ownerId, priority }: TicketChanges,
): Promise<Date> {
  const properties = {
    ...(stage && { hs_pipeline: stage.pipelineId, hs_pipeline_stage: stage.stageId }),
    ...(ownerId !== undefined && { hubspot_owner_id: ownerId === null ? '' : String(ownerId) }),
    ...(priority !== undefined && { hs_ticket_priority: priority }),
  };
  return (await hubspot.hurried.patch(pathOf(hubspot, ticketId), { properties }, updateResponse))
    .updatedAt;
}
