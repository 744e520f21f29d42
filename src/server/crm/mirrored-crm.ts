import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { type CrmProvider, CrmRefused, CrmUnavailable, type TicketPatch, type TicketWrite } from '#server/core/providers/crm.ts';
import { type Hubspot, HubspotError } from '#server/core/providers/hubspot/client.ts';
import { ticketChangedAt, writeTicketProperties } from '#server/core/providers/hubspot/tickets.ts';
import { localCrm } from './local-crm.ts';
import { openInHubspot, withdrawFromHubspot } from './opening.ts';
import { mirrorAsOf } from './queries.ts';
import { writeTicket } from './ticket-queries.ts';

/** The mirror is the local CRM's tables, and as old as the last whole pass. Changes of tickets go to HubSpot first. */
export const mirroredCrm = (queries: Queries, clock: Clock, hubspot: Hubspot): CrmProvider => ({
  ...localCrm(queries, clock),
  synchronised: true,
  asOf: () => mirrorAsOf(queries),
  updateTicket: (ticketId, patch, seenAt) => updateTicket(queries, hubspot, ticketId, patch, seenAt),
  openTickets: (tickets) => openInHubspot({ queries, clock, hubspot }, tickets),
  withdrawTickets: (tickets) => withdrawFromHubspot({ queries, clock, hubspot }, tickets),
});

/** HubSpot takes no condition with a change, so its time of the last change is read right before. */
async function updateTicket(queries: Queries, hubspot: Hubspot, ticketId: number, patch: TicketPatch, seenAt: Date): Promise<TicketWrite> {
  try {
    const changedAt = await ticketChangedAt(hubspot, ticketId);
    if (changedAt.getTime() !== seenAt.getTime()) return 'conflict';
    const madeAt = await writeTicketProperties(hubspot, ticketId, patch);
    await writeTicket(queries, ticketId, patch, seenAt, madeAt);
    return 'made';
  } catch (error) {
    if (!(error instanceof HubspotError)) throw error;
    if (error.status === 404) return 'gone';
    if (error.status !== undefined && error.status < 500) throw new CrmRefused(error.message);
    throw new CrmUnavailable(error.message);
  }
}
