import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import {
  type CrmProvider,
  CrmRefused,
  type CrmTrouble,
  CrmUnavailable,
  type TicketPatch,
  type TicketWrite,
} from '#server/core/providers/crm.ts';
import { type Hubspot, HubspotError } from '#server/core/providers/hubspot/client.ts';
import { mirrorTicket } from '#server/core/providers/hubspot/mapping.ts';
import { ticketNow, writeTicketProperties } from '#server/core/providers/hubspot/tickets.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { liveDealOwners } from './live-owners.ts';
import { localCrm } from './local-crm.ts';
import { mirrorAsOf } from './mirror/state-queries.ts';
import { mostTicketsAtOnce, openInHubspot, withdrawFromHubspot } from './opening.ts';
import { removeFromMirror } from './opening-queries.ts';
import { isAsSeen } from './rules.ts';
import { shownTicket, showTicket, ticketStages, writeTicket } from './ticket-queries.ts';

/** So many customers are looked up in HubSpot itself while there is no mirror. */
const mostLive = 500;

/** The mirror is the local CRM's tables, and as old as the last whole pass. Changes of tickets go to HubSpot first. */
export function mirroredCrm(queries: Queries, clock: Clock, hubspot: Hubspot): CrmProvider {
  const mirror = localCrm(queries, clock);
  const asOf = () => mirrorAsOf(queries);
  return {
    ...mirror,
    synchronised: true,
    mostTicketsAtOnce,
    asOf,
    trouble: () => troubleOf(hubspot),
    async dealOwners(institutionIds) {
      if (institutionIds.length > mostLive || (await asOf()) !== null) return mirror.dealOwners(institutionIds);
      const found = await liveDealOwners(hubspot, institutionIds);
      return new Map(institutionIds.map((id) => [String(id), found.get(id) ?? { ownerName: unassignedOwner, pipeline: null }]));
    },
    updateTicket: (ticketId, patch, seenAt) => updateTicket(queries, hubspot, ticketId, patch, seenAt),
    openTickets: (tickets) => openInHubspot({ queries, clock, hubspot }, tickets),
    withdrawTickets: (tickets) => withdrawFromHubspot({ queries, clock, hubspot }, tickets),
  };
}

function troubleOf(hubspot: Hubspot): CrmTrouble | null {
  const { blockedUntil, failingSince } = hubspot.health();
  if (blockedUntil !== null) return { since: null, resumesAt: blockedUntil, says: 'Its calls of the day are used up.' };
  return failingSince === null ? null : { since: failingSince, resumesAt: null, says: 'It does not answer.' };
}

/** What HubSpot will refuse however often it is sent; anything else may be answered later, such as once there is a new token. */
const finalStatuses: readonly number[] = [400, 409, 422];

/**
 * HubSpot takes no condition with a change, so the ticket is read right before. Where it has moved on, it is shown as it is now; that only its
 * time moved on, as when HubSpot works something out, is nobody's change.
 */
async function updateTicket(queries: Queries, hubspot: Hubspot, ticketId: number, patch: TicketPatch, seenAt: Date): Promise<TicketWrite> {
  try {
    const ticket = mirrorTicket(await ticketNow(hubspot, ticketId), await ticketStages(queries));
    if (!isAsSeen(ticket, await shownTicket(queries, ticketId), seenAt)) {
      await showTicket(queries, ticket);
      return 'conflict';
    }
    const madeAt = await writeTicketProperties(hubspot, ticketId, patch);
    await showTicket(queries, ticket);
    await writeTicket(queries, ticketId, patch, ticket.updated_at, madeAt);
    return 'made';
  } catch (error) {
    if (!(error instanceof HubspotError)) throw error;
    if (error.status === 404) {
      await removeFromMirror(queries, [{ ticketId, outcome: 'gone' }]);
      return 'gone';
    }
    if (error.status !== undefined && finalStatuses.includes(error.status)) throw new CrmRefused(error.message);
    throw new CrmUnavailable(error.message);
  }
}
