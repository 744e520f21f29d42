import { randomUUID } from 'node:crypto';
import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import type { Company, Deal, Ticket } from '#server/core/providers/hubspot/answers.ts';
import { type Hubspot, HubspotError } from '#server/core/providers/hubspot/client.ts';
import { mirrorDeal, mirrorOwner, mirrorStages, mirrorTicket, wholeNumber } from '#server/core/providers/hubspot/mapping.ts';
import type { CrmObject } from '#server/core/providers/hubspot/paths.ts';
import {
  allPages,
  associationsOf,
  changedPages,
  companies,
  deals,
  namedPages,
  ownerPages,
  pipelinesOf,
  tickets,
} from '#server/core/providers/hubspot/reading.ts';
import { keepState, mergeInto, type Published, publish } from './publish-queries.ts';
import { hasCustomers, keepCompaniesOf, keepGone, keepRows } from './staging-queries.ts';
import { beginPass, endPass, goOn, holdsDemo, isNewestPass } from './state-queries.ts';
import { forgetTouched, type Touched, touchedRecords } from './touched-queries.ts';

export interface Surroundings {
  queries: Queries;
  clock: Clock;
  signal: AbortSignal;
  progress: (done: number, total: number, note: string) => Promise<void>;
}

/** Everything; what has changed since the last pass; or what HubSpot itself said has changed. */
export type PassKind = 'everything' | 'changes' | 'touched';
export type PassResult = ({ read: 'everything' | 'changes' | 'touched' } & Published) | { read: 'nothing'; why: string };

interface Source {
  companies: AsyncIterable<Company[]>;
  deals: AsyncIterable<Deal[]>;
  tickets: AsyncIterable<Ticket[]>;
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
 * Reads HubSpot and then brings what was read into the mirror in one transaction: a pass that breaks off anywhere changes nothing. One pass
 * reads at a time, whichever process it belongs to.
 */
export async function readHubspot(hubspot: Hubspot, wanted: PassKind, surroundings: Surroundings): Promise<PassResult> {
  const { queries, clock } = surroundings;
  if (await holdsDemo(queries))
    throw new HubspotError(
      'This database holds the demo, whose deals HubSpot’s would take the place of. Take it away: npm run demo -- --remove.',
    );
  const pass = randomUUID();
  const asOf = clock();
  const state = await beginPass(queries, pass, asOf);
  if (state === undefined) return { read: 'nothing', why: 'Another pass over HubSpot is under way.' };
  try {
    const { published, watermark } = state;
    const kind = published === null || watermark === null ? 'everything' : wanted;
    const touched = kind === 'touched' ? await touchedRecords(queries) : [];
    if (kind === 'touched' && touched.length === 0) return { read: 'nothing', why: 'HubSpot has not said that anything has changed.' };
    const lists = await readLists(hubspot);
    await readRecords(hubspot, pass, sourceOf(hubspot, kind, watermark, touched), lists, surroundings);
    if (kind === 'everything' && !(await hasCustomers(queries, pass)))
      throw new HubspotError('No company in HubSpot has the property institution_id: nothing is taken over until one has.');
    await keepGone(queries, pass, touched);
    surroundings.signal.throwIfAborted();
    return await queries.transaction().execute(async (transaction) => {
      if (!(await isNewestPass(transaction, pass)))
        throw new HubspotError('Another pass over HubSpot began meanwhile; this one is given up.');
      const target = kind === 'everything' || published === null ? pass : published;
      if (target !== pass) await mergeInto(transaction, pass, target);
      const shown = await publish(transaction, { published: target, ...lists, asOf });
      if (kind === 'touched') await forgetTouched(transaction, touched);
      else await keepState(transaction, target, asOf, kind === 'everything');
      return { read: kind, ...shown };
    });
  } finally {
    await endPass(queries, pass);
  }
}

function sourceOf(hubspot: Hubspot, kind: PassKind, watermark: Date | null, touched: readonly Touched[]): Source {
  if (kind === 'touched') {
    const idsOf = (object: CrmObject) => touched.filter((each) => each.object === object).map(({ id }) => id);
    return {
      companies: namedPages(hubspot, companies, idsOf('companies')),
      deals: namedPages(hubspot, deals, idsOf('deals')),
      tickets: namedPages(hubspot, tickets, idsOf('tickets')),
    };
  }
  if (kind === 'changes' && watermark !== null)
    return {
      companies: changedPages(hubspot, companies, watermark),
      deals: changedPages(hubspot, deals, watermark),
      tickets: changedPages(hubspot, tickets, watermark),
    };
  return { companies: allPages(hubspot, companies), deals: allPages(hubspot, deals), tickets: allPages(hubspot, tickets) };
}

/** Owners, pipelines and stages are few, so that every pass reads all of them. Those who have left come too: their deals still name them. */
async function readLists(hubspot: Hubspot) {
  const owners: ReturnType<typeof mirrorOwner>[] = [];
  for (const archived of [false, true]) for await (const page of ownerPages(hubspot, archived)) owners.push(...page.map(mirrorOwner));
  const dealPipelines = await pipelinesOf(hubspot, 'deals');
  const ticketPipelines = await pipelinesOf(hubspot, 'tickets');
  return {
    owners,
    dealPipelines,
    pipelines: ticketPipelines.map(({ id, label, displayOrder }) => ({ pipeline_id: id, label, position: displayOrder })),
    stages: mirrorStages(ticketPipelines),
  };
}

async function readRecords(
  hubspot: Hubspot,
  pass: string,
  source: Source,
  { dealPipelines, stages }: Awaited<ReturnType<typeof readLists>>,
  { queries, clock, signal, progress }: Surroundings,
): Promise<void> {
  let read = 0;
  const told = async (count: number, what: string) => {
    read += count;
    signal.throwIfAborted();
    if (!(await goOn(queries, pass, clock()))) throw new HubspotError('Another pass over HubSpot began meanwhile; this one is given up.');
    await progress(read, read, what);
  };
  for await (const page of source.companies) {
    const found = page.map(({ id, properties }) => ({ company_id: id, institution_id: wholeNumber(properties.institution_id) }));
    await keepRows(queries, 'hubspot_company', pass, found);
    await told(page.length, 'Companies');
  }
  const companiesOf = (object: 'deals' | 'tickets') =>
    inBatches(async (ids) => keepCompaniesOf(queries, object, pass, await associationsOf(hubspot, object, 'companies', ids)));
  const dealIds = companiesOf('deals');
  for await (const page of source.deals) {
    const found = page.map((deal) => mirrorDeal(deal, dealPipelines, hubspot.timeZone));
    await keepRows(queries, 'hubspot_deal', pass, found);
    await dealIds.add(page.map(({ id }) => id));
    await told(page.length, 'Deals');
  }
  await dealIds.end();
  const ticketIds = companiesOf('tickets');
  for await (const page of source.tickets) {
    const found = page.map((ticket) => mirrorTicket(ticket, stages));
    await keepRows(queries, 'hubspot_ticket', pass, found);
    await ticketIds.add(page.map(({ id }) => id));
    await told(page.length, 'Tickets');
  }
  await ticketIds.end();
}
