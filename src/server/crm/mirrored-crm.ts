import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type {
  CrmOutage,
  CrmProvider,
  TicketChanges,
  TicketWriteResult,
} from '#server/core/providers/crm.ts';
import { type HubspotClient, HubspotError } from '#server/core/providers/hubspot/client.ts';
import { toMirrorTicket } from '#server/core/providers/hubspot/mapping.ts';
import { fetchTicket, writeTicketProperties } from '#server/core/providers/hubspot/tickets.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { createHubspotDeals } from './hubspot-deals.ts';
import { toCrmError } from './hubspot-errors.ts';
import { readHubspotDealOwners } from './live-owners.ts';
import { createLocalCrm } from './local-crm.ts';
import { lastMirrorSyncAt } from './mirror/state-queries.ts';
import { maxTicketsPerCall, openHubspotTickets, withdrawHubspotTickets } from './opening.ts';
import { deleteWithdrawnTickets } from './opening-queries.ts';
import { matchesTicketSnapshot } from './rules.ts';
import {
  changeTicketCopy,
  findTicketCopy,
  findTicketStages,
  overwriteTicketCopy,
} from './ticket-queries.ts';

/**
 * Maximum number of customers that are looked up directly in HubSpot before the first pass is
 * complete.
 */
const maxLiveLookups = 500;

/**
 * Creates the CRM provider that reads from the local mirror of HubSpot. Changes of tickets are
 * first written to HubSpot.
 */
export function createMirroredCrm(
  queries: Queries,
  clock: Clock,
  hubspot: HubspotClient,
): CrmProvider {
  const mirror = createLocalCrm(queries, clock);
  const asOf = () => lastMirrorSyncAt(queries);
  return {
    ...mirror,
    isSynchronized: true,
    maxTicketsPerCall,
    deals: createHubspotDeals(hubspot),
    asOf,
    trouble: () => troubleOf(hubspot),
    async dealOwners(institutionIds) {
      if (institutionIds.length > maxLiveLookups || (await asOf()) !== null)
        return mirror.dealOwners(institutionIds);
      const found = await readHubspotDealOwners(hubspot, institutionIds);
      return new Map(
        institutionIds.map((id) => [
          String(id),
          found.get(id) ?? { ownerName: unassignedOwner, pipeline: null },
        ]),
      );
    },
    updateTicket: (ticketId, patch, seenAt) =>
      updateTicket(queries, hubspot, ticketId, patch, seenAt),
    openTickets: (tickets) => openHubspotTickets({ queries, clock, hubspot }, tickets),
    withdrawTickets: (tickets) => withdrawHubspotTickets({ queries, clock, hubspot }, tickets),
  };
}

function troubleOf(hubspot: HubspotClient): CrmOutage | null {
  const { blockedUntil, failingSince } = hubspot.health();
  if (blockedUntil !== null)
    return { since: null, resumesAt: blockedUntil, says: 'Its daily API limit is used up.' };
  return failingSince === null
    ? null
    : { since: failingSince, resumesAt: null, says: 'It does not answer.' };
}

/**
 * Changes a ticket in HubSpot, then in the mirror. HubSpot has no conditional update, so the ticket
 * is read directly before the update. When the ticket's fields have changed since `seenAt`, updates
 * the mirror and returns `conflict`. A newer update time alone, for example after HubSpot computed
 * properties, is not a conflict.
 */
async function updateTicket(
  queries: Queries,
  hubspot: HubspotClient,
  ticketId: number,
  patch: TicketChanges,
  seenAt: Date,
): Promise<TicketWriteResult> {
  try {
    const ticket = toMirrorTicket(
      await fetchTicket(hubspot, ticketId),
      await findTicketStages(queries),
    );
    if (!matchesTicketSnapshot(ticket, await findTicketCopy(queries, ticketId), seenAt)) {
      await overwriteTicketCopy(queries, ticket);
      return 'conflict';
    }
    const madeAt = await writeTicketProperties(hubspot, ticketId, patch);
    await overwriteTicketCopy(queries, ticket);
    await changeTicketCopy(queries, ticketId, patch, ticket.updated_at, madeAt);
    return 'made';
  } catch (error) {
    if (!(error instanceof HubspotError && error.status === 404)) throw toCrmError(error);
    await deleteWithdrawnTickets(queries, [{ ticketId, outcome: 'gone' }]);
    return 'gone';
  }
}
