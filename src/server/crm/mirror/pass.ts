import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type {
  HubspotCompany,
  HubspotDeal,
  HubspotTicket,
} from '#server/core/providers/hubspot/answers.ts';
import { type HubspotClient, HubspotError } from '#server/core/providers/hubspot/client.ts';
import {
  parseWholeNumber,
  toMirrorDeal,
  toMirrorOwner,
  toMirrorStages,
  toMirrorTicket,
} from '#server/core/providers/hubspot/mapping.ts';
import type { CrmObjectType } from '#server/core/providers/hubspot/paths.ts';
import {
  companyReadingConfig,
  dealReadingConfig,
  fetchPipelines,
  readAllPages,
  readAssociations,
  readChangedPages,
  readOwnerPages,
  readPagesByIds,
  ticketReadingConfig,
} from '#server/core/providers/hubspot/reading.ts';
import {
  analyzeStagedRows,
  copyMirrorToCrm,
  mergePassRows,
  type PublishResult,
  saveMirrorSyncTime,
} from './publish-queries.ts';
import {
  hasLinkedCompanies,
  stageAssociations,
  stageDeletedRecords,
  stageRows,
} from './staging-queries.ts';
import {
  beginMirrorPass,
  hasDemoData,
  isLatestMirrorPass,
  releaseMirrorLease,
  renewMirrorLease,
} from './state-queries.ts';
import {
  deleteProcessedReports,
  findReportedRecords,
  type ReportedRecord,
} from './touched-queries.ts';

export interface MirrorPassContext {
  queries: Queries;
  clock: Clock;
  signal: AbortSignal;
  progress: (done: number, total: number, note: string) => Promise<void>;
}

/**
 * Scope of a pass: all records, the records changed since the last pass, or the records that
 * HubSpot reported as changed (`touched`).
 */
export type MirrorPassKind = 'everything' | 'changes' | 'touched';
export type MirrorPassResult =
  | ({ read: 'everything' | 'changes' | 'touched' } & PublishResult)
  | { read: 'nothing'; why: string };

interface Source {
  companies: AsyncIterable<HubspotCompany[]>;
  deals: AsyncIterable<HubspotDeal[]>;
  tickets: AsyncIterable<HubspotTicket[]>;
}

/** Maximum number of deals or tickets per API call for associations. */
const associationBatch = 1000;

/** Collects ids and sends batches of `associationBatch` ids. `end` sends the remaining ids. */
function batchIds(send: (ids: readonly number[]) => Promise<void>) {
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
 * Reads HubSpot and publishes the result to the mirror in one transaction, so that an interrupted
 * pass changes nothing. Across all processes, only one pass runs at a time.
 */
export async function runMirrorPass(
  hubspot: HubspotClient,
  requestedKind: MirrorPassKind,
  context: MirrorPassContext,
): Promise<MirrorPassResult> {
  const { queries, clock } = context;
  if (await hasDemoData(queries))
    throw new HubspotError(
      'This database contains demo data, which HubSpot’s deals would replace. Remove it first: npm run demo -- --remove.',
    );
  const pass = randomUUID();
  const asOf = clock();
  const state = await beginMirrorPass(queries, pass, asOf);
  if (state === undefined) return { read: 'nothing', why: 'Another HubSpot sync is running.' };
  try {
    const { published, watermark } = state;
    const kind = published === null || watermark === null ? 'everything' : requestedKind;
    const touched = kind === 'touched' ? await findReportedRecords(queries) : [];
    if (kind === 'touched' && touched.length === 0)
      return { read: 'nothing', why: 'HubSpot has reported no changes.' };
    const lists = await readLists(hubspot);
    await readRecords(hubspot, pass, sourceOf(hubspot, kind, watermark, touched), lists, context);
    if (kind === 'everything' && !(await hasLinkedCompanies(queries, pass)))
      throw new HubspotError(
        'No company in HubSpot has the property institution_id. Nothing is synced until at least one has it.',
      );
    await stageDeletedRecords(queries, pass, touched);
    context.signal.throwIfAborted();
    return await queries.transaction().execute(async (transaction) => {
      if (!(await isLatestMirrorPass(transaction, pass)))
        throw new HubspotError(
          'Another HubSpot sync started in the meantime. This one was canceled.',
        );
      const target = kind === 'everything' || published === null ? pass : published;
      if (target !== pass) await mergePassRows(transaction, pass, target);
      if (kind !== 'touched') await analyzeStagedRows(transaction);
      const result = await copyMirrorToCrm(transaction, { published: target, ...lists, asOf });
      if (kind === 'touched') await deleteProcessedReports(transaction, touched);
      else await saveMirrorSyncTime(transaction, target, asOf, kind === 'everything');
      return { read: kind, ...result };
    });
  } finally {
    await releaseMirrorLease(queries, pass);
  }
}

function sourceOf(
  hubspot: HubspotClient,
  kind: MirrorPassKind,
  watermark: Date | null,
  touched: readonly ReportedRecord[],
): Source {
  if (kind === 'touched') {
    const idsOf = (object: CrmObjectType) =>
      touched.filter((each) => each.object === object).map(({ id }) => id);
    return {
      companies: readPagesByIds(hubspot, companyReadingConfig, idsOf('companies')),
      deals: readPagesByIds(hubspot, dealReadingConfig, idsOf('deals')),
      tickets: readPagesByIds(hubspot, ticketReadingConfig, idsOf('tickets')),
    };
  }
  if (kind === 'changes' && watermark !== null)
    return {
      companies: readChangedPages(hubspot, companyReadingConfig, watermark),
      deals: readChangedPages(hubspot, dealReadingConfig, watermark),
      tickets: readChangedPages(hubspot, ticketReadingConfig, watermark),
    };
  return {
    companies: readAllPages(hubspot, companyReadingConfig),
    deals: readAllPages(hubspot, dealReadingConfig),
    tickets: readAllPages(hubspot, ticketReadingConfig),
  };
}

/**
 * Reads all owners, pipelines and stages, which are few records. Includes archived owners, because
 * deals still refer to them.
 */
async function readLists(hubspot: HubspotClient) {
  const owners: ReturnType<typeof toMirrorOwner>[] = [];
  for (const archived of [false, true])
    for await (const page of readOwnerPages(hubspot, archived))
      owners.push(...page.map(toMirrorOwner));
  const dealPipelines = await fetchPipelines(hubspot, 'deals');
  const ticketPipelines = await fetchPipelines(hubspot, 'tickets');
  return {
    owners,
    dealPipelines,
    pipelines: ticketPipelines.map(({ id, label, displayOrder }) => ({
      pipeline_id: id,
      label,
      position: displayOrder,
    })),
    stages: toMirrorStages(ticketPipelines),
  };
}

async function readRecords(
  hubspot: HubspotClient,
  pass: string,
  source: Source,
  { dealPipelines, stages }: Awaited<ReturnType<typeof readLists>>,
  { queries, clock, signal, progress }: MirrorPassContext,
): Promise<void> {
  let read = 0;
  const advance = async (count: number, what: string) => {
    read += count;
    signal.throwIfAborted();
    if (!(await renewMirrorLease(queries, pass, clock())))
      throw new HubspotError(
        'Another HubSpot sync started in the meantime. This one was canceled.',
      );
    await progress(read, read, what);
  };
  for await (const page of source.companies) {
    const found = page.map(({ id, properties }) => ({
      company_id: id,
      institution_id: parseWholeNumber(properties.institution_id),
    }));
    await stageRows(queries, 'hubspot_company', pass, found);
    await advance(page.length, 'Companies');
  }
  const companiesOf = (object: 'deals' | 'tickets') =>
    batchIds(async (ids) =>
      stageAssociations(
        queries,
        object,
        pass,
        await readAssociations(hubspot, object, 'companies', ids),
      ),
    );
  const dealIds = companiesOf('deals');
  for await (const page of source.deals) {
    const found = page.map((deal) => toMirrorDeal(deal, dealPipelines, hubspot.timeZone));
    await stageRows(queries, 'hubspot_deal', pass, found);
    await dealIds.add(page.map(({ id }) => id));
    await advance(page.length, 'Deals');
  }
  await dealIds.end();
  const ticketIds = companiesOf('tickets');
  for await (const page of source.tickets) {
    const found = page.map((ticket) => toMirrorTicket(ticket, stages));
    await stageRows(queries, 'hubspot_ticket', pass, found);
    await ticketIds.add(page.map(({ id }) => id));
    await advance(page.length, 'Tickets');
  }
  await ticketIds.end();
}
