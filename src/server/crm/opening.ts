import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import {
  CrmUnavailable,
  type NewTicket,
  type TicketOpeningResult,
  type TicketToWithdraw,
  type TicketWithdrawalResult,
} from '#server/core/providers/crm.ts';
import { type HubspotClient, HubspotError } from '#server/core/providers/hubspot/client.ts';
import {
  archiveTickets,
  associateWithCompanies,
  createKeyedTickets,
  findCompaniesOfCustomers,
  findExistingTickets,
  findTicketsByKey,
} from '#server/core/providers/hubspot/opening.ts';
import {
  copyOpenedTicketsLocally,
  deleteWithdrawnTickets,
  findTicketIdsWithActivity,
  recordWithdrawnTickets,
} from './opening-queries.ts';
import { isTicketUnchangedSince } from './rules.ts';

/** Maximum number of tickets per API call. */
export const maxTicketsPerCall = 100;

interface OpeningDependencies {
  queries: Queries;
  clock: Clock;
  hubspot: HubspotClient;
}

/**
 * Opens tickets in HubSpot and adds them to the local tables. Also completes the tickets that an
 * interrupted call left incomplete.
 */
export async function openHubspotTickets(
  { queries, hubspot }: OpeningDependencies,
  given: readonly NewTicket[],
): Promise<TicketOpeningResult[]> {
  if (given.length === 0) return [];
  const requested = new Map(given.map((ticket) => [ticket.key, ticket]));
  if (requested.size > maxTicketsPerCall)
    throw new Error(`At most ${maxTicketsPerCall} tickets are opened at once.`);
  return withRetryableErrors(async () => {
    const companies = await findCompaniesOfCustomers(hubspot, [
      ...new Set(given.map(({ institutionId }) => institutionId)),
    ]);
    const before = await findTicketsByKey(hubspot, [...requested.keys()]);
    const known = new Set(before.map(({ key }) => key));
    const fresh = [...requested.values()].filter(
      ({ key, institutionId }) => !known.has(key) && companies.has(institutionId),
    );
    const { written, refused } = await createKeyedTickets(hubspot, fresh);
    const opened = [...before, ...written].flatMap(({ id, ...ticket }) => {
      const request = requested.get(ticket.key);
      return request === undefined ? [] : [{ ...request, ...ticket, ticketId: id }];
    });
    await associateWithCompanies(
      hubspot,
      opened.flatMap(({ ticketId, institutionId }) => {
        const companyId = companies.get(institutionId);
        return companyId === undefined ? [] : [{ ticketId, companyId }];
      }),
    );
    await copyOpenedTicketsLocally(queries, opened);
    const byKey = new Map(opened.map((ticket) => [ticket.key, ticket]));
    const refusals = new Map(refused.map(({ key, why }) => [key, why]));
    return given.map(({ key, institutionId }): TicketOpeningResult => {
      const found = byKey.get(key);
      if (found !== undefined) return { key, ticketId: found.ticketId, updatedAt: found.updatedAt };
      if (!companies.has(institutionId))
        return { key, refused: 'HubSpot has no company for this customer.' };
      return {
        key,
        refused: refusals.get(key) ?? 'HubSpot rejected this ticket without a reason.',
      };
    });
  });
}

/**
 * Withdraws tickets from HubSpot and from the local tables. Keeps tickets that changed after
 * `seenAt` or have activity.
 */
export async function withdrawHubspotTickets(
  { queries, clock, hubspot }: OpeningDependencies,
  tickets: readonly TicketToWithdraw[],
): Promise<TicketWithdrawalResult[]> {
  if (tickets.length === 0) return [];
  return withRetryableErrors(async () => {
    const ids = tickets.map(({ ticketId }) => ticketId);
    const current = new Map(
      (await findExistingTickets(hubspot, ids)).map((ticket) => [ticket.id, ticket]),
    );
    const withActivity = await findTicketIdsWithActivity(queries, ids);
    const withdrawn = tickets.map(({ ticketId, seenAt }): TicketWithdrawalResult => {
      const ticket = current.get(ticketId);
      if (ticket === undefined) return { ticketId, outcome: 'gone' };
      return {
        ticketId,
        outcome:
          isTicketUnchangedSince(ticket, seenAt) && !withActivity.has(ticketId)
            ? 'withdrawn'
            : 'changed',
      };
    });
    await archiveTickets(
      hubspot,
      withdrawn.filter(({ outcome }) => outcome === 'withdrawn').map(({ ticketId }) => ticketId),
    );
    await queries.transaction().execute(async (transaction) => {
      await recordWithdrawnTickets(
        transaction,
        withdrawn.filter(({ outcome }) => outcome !== 'changed').map(({ ticketId }) => ticketId),
        clock(),
      );
      await deleteWithdrawnTickets(transaction, withdrawn);
    });
    return withdrawn;
  });
}

/**
 * Converts any HubSpot error of a whole call into an error that allows a retry. Permanent refusals
 * are reported per ticket instead.
 */
async function withRetryableErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof HubspotError ? new CrmUnavailable(error.message) : error;
  }
}
