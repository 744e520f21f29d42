import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import {
  findMainDealOwners,
  findNextOpenRenewals,
  lastDealUpdate,
} from '#server/institutions/queries.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { deleteUnchangedLocalTickets, openLocalTickets } from './opening-queries.ts';
import { changeTicketCopy } from './ticket-queries.ts';

/**
 * Maximum number of tickets per call. Other writers wait for the lock on the tables during a call.
 */
const maxTicketsPerCall = 1000;

/**
 * Creates the CRM for installations without an external CRM. It stores owners, deals and tickets in
 * Chairside's own tables.
 */
export function createLocalCrm(queries: Queries, clock: Clock): CrmProvider {
  return {
    isSynchronized: false,
    maxTicketsPerCall,
    async dealOwners(institutionIds) {
      const found = new Map(
        (await findMainDealOwners(queries, institutionIds)).map((owner) => [
          owner.institutionId,
          owner,
        ]),
      );
      return new Map(
        institutionIds.map((id) => {
          const owner = found.get(id);
          return [
            String(id),
            { ownerName: owner?.ownerName ?? unassignedOwner, pipeline: owner?.pipeline ?? null },
          ];
        }),
      );
    },
    async renewals(institutionIds) {
      const found = await findNextOpenRenewals(queries, institutionIds);
      return new Map(
        found.map(({ institutionId, ...renewal }) => [String(institutionId), renewal]),
      );
    },
    updateTicket: (ticketId, patch, seenAt) =>
      changeTicketCopy(queries, ticketId, patch, seenAt, clock()),
    openTickets: (tickets) => openLocalTickets(queries, tickets, clock()),
    withdrawTickets: (tickets) => deleteUnchangedLocalTickets(queries, tickets),
    deals: null,
    asOf: () => lastDealUpdate(queries),
    trouble: () => null,
  };
}
