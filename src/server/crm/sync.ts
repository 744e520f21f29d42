import { randomUUID } from 'node:crypto';
import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { type Hubspot, HubspotError } from '#server/core/providers/hubspot/client.ts';
import { mirrorDeal, mirrorOwner, mirrorStages, mirrorTicket, wholeNumber } from '#server/core/providers/hubspot/mapping.ts';
import { companiesOf, companyPages, dealPages, ownerPages, pipelinesOf, ticketPages } from '#server/core/providers/hubspot/reading.ts';
import {
  beginPass,
  hasCompanies,
  holdsDemo,
  isNewestPass,
  keepCompanies,
  keepDealCompanies,
  keepDeals,
  keepTicketCompanies,
  keepTickets,
  publishPass,
} from './queries.ts';

interface Surroundings {
  queries: Queries;
  clock: Clock;
  signal: AbortSignal;
  progress: (done: number, total: number, note: string) => Promise<void>;
}

/** HubSpot reads the companies of this many deals or tickets at once. */
const associationBatch = 1000;

/** Gathers ids until there are enough for one call. */
function inBatches(send: (ids: readonly number[]) => Promise<void>) {
  let waiting: number[] = [];
  const end = async () => {
    const ids = waiting;
    waiting = [];
    if (ids.length > 0) await send(ids);
  };
  return {
    end,
    async add(ids: readonly number[]) {
      waiting.push(...ids);
      if (waiting.length >= associationBatch) await end();
    },
  };
}

/**
 * Reads all of HubSpot and then makes it the mirror in one transaction: a pass that breaks off anywhere changes nothing, and what was
 * deleted, merged or given to somebody else since is gone with the next one.
 */
export async function syncHubspot(hubspot: Hubspot, { queries, clock, signal, progress }: Surroundings) {
  if (await holdsDemo(queries))
    throw new HubspotError(
      'This database holds the demo, whose deals HubSpot’s would take the place of. Take it away: npm run demo -- --remove.',
    );
  const pass = randomUUID();
  const asOf = clock();
  await beginPass(queries, pass);
  const owners = await readOwners(hubspot);
  const pipelines = await pipelinesOf(hubspot, 'deals');
  const ticketPipelines = await pipelinesOf(hubspot, 'tickets');
  const stages = mirrorStages(ticketPipelines);
  for await (const companies of companyPages(hubspot)) {
    signal.throwIfAborted();
    const known = companies.flatMap(({ id, properties }) => {
      const institutionId = wholeNumber(properties.institution_id);
      return institutionId === null ? [] : [{ institution_id: institutionId, company_id: id }];
    });
    await keepCompanies(queries, pass, known);
  }
  if (!(await hasCompanies(queries, pass)))
    throw new HubspotError('No company in HubSpot has the property institution_id: nothing is taken over until one has.');

  let read = 0;
  const told = async (count: number, what: string) => {
    read += count;
    signal.throwIfAborted();
    await progress(read, read, what);
  };
  const deals = inBatches(async (ids) => keepDealCompanies(queries, pass, await companiesOf(hubspot, 'deals', ids)));
  for await (const page of dealPages(hubspot)) {
    await keepDeals(
      queries,
      pass,
      page.map((deal) => mirrorDeal(deal, pipelines)),
    );
    await deals.add(page.map(({ id }) => id));
    await told(page.length, 'Deals');
  }
  await deals.end();
  const tickets = inBatches(async (ids) => keepTicketCompanies(queries, pass, await companiesOf(hubspot, 'tickets', ids)));
  for await (const page of ticketPages(hubspot)) {
    await keepTickets(
      queries,
      pass,
      page.map((ticket) => mirrorTicket(ticket, stages)),
    );
    await tickets.add(page.map(({ id }) => id));
    await told(page.length, 'Tickets');
  }
  await tickets.end();
  signal.throwIfAborted();
  return queries.transaction().execute(async (transaction) => {
    if (!(await isNewestPass(transaction, pass)))
      throw new HubspotError('Another pass over HubSpot began meanwhile; this one is given up.');
    const named = ticketPipelines.map(({ id, label, displayOrder }) => ({ pipeline_id: id, label, position: displayOrder }));
    return publishPass(transaction, { pass, owners, pipelines: named, stages, asOf });
  });
}

/** Those who have left come too: their deals still name them. */
async function readOwners(hubspot: Hubspot) {
  const owners: ReturnType<typeof mirrorOwner>[] = [];
  for (const archived of [false, true]) for await (const page of ownerPages(hubspot, archived)) owners.push(...page.map(mirrorOwner));
  return owners;
}
