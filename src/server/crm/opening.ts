import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { CrmUnavailable, type NewTicket, type OpenedTicket, type SeenTicket, type WithdrawnTicket } from '#server/core/providers/crm.ts';
import { type Hubspot, HubspotError } from '#server/core/providers/hubspot/client.ts';
import {
  archiveTickets,
  companiesOfCustomers,
  giveToCompanies,
  ticketsAsTheyAre,
  ticketsUnder,
  writeTickets,
} from '#server/core/providers/hubspot/opening.ts';
import { mirrorOpened, rememberWithdrawn, removeFromMirror, ticketsWorkedOn } from './opening-queries.ts';
import { isUntouched } from './rules.ts';

/** HubSpot takes no more with one call. */
export const mostTicketsAtOnce = 100;

interface Needed {
  queries: Queries;
  clock: Clock;
  hubspot: Hubspot;
}

/** Opens tickets in HubSpot and shows them at once. What an earlier call left half done is done now. */
export async function openInHubspot({ queries, hubspot }: Needed, given: readonly NewTicket[]): Promise<OpenedTicket[]> {
  if (given.length === 0) return [];
  const asked = new Map(given.map((ticket) => [ticket.key, ticket]));
  if (asked.size > mostTicketsAtOnce) throw new Error(`At most ${mostTicketsAtOnce} tickets are opened at once.`);
  return reached(async () => {
    const companies = await companiesOfCustomers(hubspot, [...new Set(given.map(({ institutionId }) => institutionId))]);
    const before = await ticketsUnder(hubspot, [...asked.keys()]);
    const known = new Set(before.map(({ key }) => key));
    const fresh = [...asked.values()].filter(({ key, institutionId }) => !known.has(key) && companies.has(institutionId));
    const { written, refused } = await writeTickets(hubspot, fresh);
    const opened = [...before, ...written].flatMap(({ id, ...ticket }) => {
      const wanted = asked.get(ticket.key);
      return wanted === undefined ? [] : [{ ...wanted, ...ticket, ticketId: id }];
    });
    await giveToCompanies(
      hubspot,
      opened.flatMap(({ ticketId, institutionId }) => {
        const companyId = companies.get(institutionId);
        return companyId === undefined ? [] : [{ ticketId, companyId }];
      }),
    );
    await mirrorOpened(queries, opened);
    const byKey = new Map(opened.map((ticket) => [ticket.key, ticket]));
    const whyNot = new Map(refused.map(({ key, why }) => [key, why]));
    return given.map(({ key, institutionId }): OpenedTicket => {
      const found = byKey.get(key);
      if (found !== undefined) return { key, ticketId: found.ticketId, updatedAt: found.updatedAt };
      if (!companies.has(institutionId)) return { key, refused: 'HubSpot has no company of this customer.' };
      return { key, refused: whyNot.get(key) ?? 'HubSpot did not say why it does not take this ticket.' };
    });
  });
}

/** Takes tickets back from HubSpot and from what people see here. */
export async function withdrawFromHubspot({ queries, clock, hubspot }: Needed, tickets: readonly SeenTicket[]): Promise<WithdrawnTicket[]> {
  if (tickets.length === 0) return [];
  return reached(async () => {
    const ids = tickets.map(({ ticketId }) => ticketId);
    const current = new Map((await ticketsAsTheyAre(hubspot, ids)).map((ticket) => [ticket.id, ticket]));
    const worked = await ticketsWorkedOn(queries, ids);
    const withdrawn = tickets.map(({ ticketId, seenAt }): WithdrawnTicket => {
      const ticket = current.get(ticketId);
      if (ticket === undefined) return { ticketId, outcome: 'gone' };
      return { ticketId, outcome: isUntouched(ticket, seenAt) && !worked.has(ticketId) ? 'withdrawn' : 'changed' };
    });
    await archiveTickets(
      hubspot,
      withdrawn.filter(({ outcome }) => outcome === 'withdrawn').map(({ ticketId }) => ticketId),
    );
    await queries.transaction().execute(async (transaction) => {
      await rememberWithdrawn(
        transaction,
        withdrawn.filter(({ outcome }) => outcome !== 'changed').map(({ ticketId }) => ticketId),
        clock(),
      );
      await removeFromMirror(transaction, withdrawn);
    });
    return withdrawn;
  });
}

/** Whatever HubSpot answers to a whole call, it can be tried again: what it refuses for good is told ticket by ticket. */
async function reached<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof HubspotError ? new CrmUnavailable(error.message) : error;
  }
}
