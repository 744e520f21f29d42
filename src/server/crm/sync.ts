import { randomUUID } from 'node:crypto';
import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { type Hubspot, HubspotError } from '#server/core/providers/hubspot/client.ts';
import { mirrorDeal, mirrorOwner, wholeNumber } from '#server/core/providers/hubspot/mapping.ts';
import { companyPages, dealCompanies, dealPages, dealPipelines, ownerPages } from '#server/core/providers/hubspot/reading.ts';
import { beginPass, hasCompanies, holdsDemo, isNewestPass, keepCompanies, keepDealCompanies, keepDeals, publishPass } from './queries.ts';

interface Surroundings {
  queries: Queries;
  clock: Clock;
  signal: AbortSignal;
  progress: (done: number, total: number, note: string) => Promise<void>;
}

/** HubSpot reads the companies of this many deals at once. */
const associationBatch = 1000;

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
  const pipelines = await dealPipelines(hubspot);
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
  let waiting: number[] = [];
  const associate = async () => {
    if (waiting.length > 0) await keepDealCompanies(queries, pass, await dealCompanies(hubspot, waiting));
    waiting = [];
  };
  for await (const page of dealPages(hubspot)) {
    signal.throwIfAborted();
    await keepDeals(
      queries,
      pass,
      page.map((deal) => mirrorDeal(deal, pipelines)),
    );
    waiting.push(...page.map(({ id }) => id));
    if (waiting.length >= associationBatch) await associate();
    read += page.length;
    await progress(read, read, 'Deals');
  }
  await associate();
  signal.throwIfAborted();
  return queries.transaction().execute(async (transaction) => {
    if (!(await isNewestPass(transaction, pass)))
      throw new HubspotError('Another pass over HubSpot began meanwhile; this one is given up.');
    return publishPass(transaction, { pass, owners, asOf });
  });
}

/** Those who have left come too: their deals still name them. */
async function readOwners(hubspot: Hubspot) {
  const owners: ReturnType<typeof mirrorOwner>[] = [];
  for (const archived of [false, true]) for await (const page of ownerPages(hubspot, archived)) owners.push(...page.map(mirrorOwner));
  return owners;
}
