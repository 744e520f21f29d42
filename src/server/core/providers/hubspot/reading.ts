import type { z } from 'zod';
import {
  associationBatchSchema,
  companyBatchSchema,
  companyPageSchema,
  dealBatchSchema,
  dealPageSchema,
  type HubspotPipelines,
  ownerPageSchema,
  pipelineListSchema,
  ticketBatchSchema,
  ticketPageSchema,
} from './answers.ts';
import { type HubspotClient, HubspotError } from './client.ts';
import type { CrmObjectType } from './paths.ts';

interface Listed<Result> {
  results: Result[];
  paging?: { next?: { after: string } | undefined } | undefined;
}
interface Batch<Result> {
  results: Result[];
  errors?: { category: string }[] | undefined;
}

/** Description of how to read the records of one kind. */
interface Kind<Result> {
  object: CrmObjectType;
  properties: string[];
  page: z.ZodType<Listed<Result>>;
  batch: z.ZodType<Batch<Result>>;
}

const kind = <Result extends { id: number }>(of: Kind<Result>) => of;
export const companyReadingConfig = kind({
  object: 'companies',
  properties: ['institution_id'],
  page: companyPageSchema,
  batch: companyBatchSchema,
});
export const dealReadingConfig = kind({
  object: 'deals',
  properties: ['dealname', 'pipeline', 'dealstage', 'hubspot_owner_id', 'amount', 'closedate'],
  page: dealPageSchema,
  batch: dealBatchSchema,
});
export const ticketReadingConfig = kind({
  object: 'tickets',
  properties: [
    'subject',
    'content',
    'hs_pipeline',
    'hs_pipeline_stage',
    'hs_ticket_priority',
    'hubspot_owner_id',
    'source_type',
    'closed_date',
  ],
  page: ticketPageSchema,
  batch: ticketBatchSchema,
});

const most = { perList: 100, perSearch: 200, perBatch: 100 };

async function* pages<Result>(
  hubspot: HubspotClient,
  path: string,
  query: Record<string, string>,
  page: z.ZodType<Listed<Result>>,
): AsyncGenerator<Result[]> {
  let after: string | undefined;
  do {
    const answer = await hubspot.get(
      path,
      { ...query, limit: String(most.perList), ...(after === undefined ? {} : { after }) },
      page,
    );
    yield answer.results;
    const following = answer.paging?.next?.after;
    if (following !== undefined && following === after)
      throw new HubspotError(`HubSpot answered ${path} with the same page again.`);
    after = following;
  } while (after !== undefined);
}

export const readOwnerPages = (hubspot: HubspotClient, archived: boolean) =>
  pages(hubspot, hubspot.paths.owners, { archived: String(archived) }, ownerPageSchema);

/** Yields all records by ascending id. */
export const readAllPages = <Result>(
  hubspot: HubspotClient,
  { object, properties, page }: Kind<Result>,
) => pages(hubspot, hubspot.paths.objects(object), { properties: properties.join() }, page);

/**
 * Yields the records changed since a time, by ascending id. Each page starts after the last id of
 * the previous page, because a search returns only 10,000 results. The time of change cannot
 * separate pages, because many records may change at the same moment.
 */
export async function* readChangedPages<Result extends { id: number }>(
  hubspot: HubspotClient,
  { object, properties, page }: Kind<Result>,
  since: Date,
): AsyncGenerator<Result[]> {
  const path = `${hubspot.paths.objects(object)}/search`;
  const isNew = {
    propertyName: 'hs_lastmodifieddate',
    operator: 'GTE',
    value: String(since.getTime()),
  };
  for (let last = 0; ; ) {
    const isBehind = { propertyName: 'hs_object_id', operator: 'GT', value: String(last) };
    const body = {
      filterGroups: [{ filters: [isNew, isBehind] }],
      sorts: ['hs_object_id'],
      properties,
      limit: most.perSearch,
    };
    const { results } = await hubspot.post(path, body, page);
    const end = results.at(-1)?.id;
    if (end === undefined) return;
    if (end <= last) throw new HubspotError(`HubSpot answered ${path} with the same page again.`);
    last = end;
    yield results;
    if (results.length < most.perSearch) return;
  }
}

/** Yields the records with the given ids in pages. Unknown ids are left out. */
export async function* readPagesByIds<Result>(
  hubspot: HubspotClient,
  { object, properties, batch }: Kind<Result>,
  ids: readonly number[],
): AsyncGenerator<Result[]> {
  const path = `${hubspot.paths.objects(object)}/batch/read`;
  for (let from = 0; from < ids.length; from += most.perBatch) {
    const inputs = ids.slice(from, from + most.perBatch).map((id) => ({ id: String(id) }));
    const { results, errors = [] } = await hubspot.post(path, { inputs, properties }, batch);
    const failed = errors.filter(({ category }) => category !== 'OBJECT_NOT_FOUND');
    if (failed.length > 0)
      throw new HubspotError(
        `HubSpot could not read ${failed.length} of ${inputs.length} ${object}.`,
      );
    yield results;
  }
}

export async function fetchPipelines(
  hubspot: HubspotClient,
  object: 'deals' | 'tickets',
): Promise<HubspotPipelines> {
  return (await hubspot.get(hubspot.paths.pipelines(object), {}, pipelineListSchema)).results;
}

/**
 * Returns the associations of up to 1,000 records as pairs. A record without associations has no
 * pair.
 */
export async function readAssociations(
  hubspot: HubspotClient,
  from: CrmObjectType,
  to: CrmObjectType,
  ids: readonly number[],
): Promise<{ fromId: number; toId: number }[]> {
  const path = `${hubspot.paths.associations(from, to)}/batch/read`;
  let inputs: { id: string; after?: string }[] = ids.map((id) => ({ id: String(id) }));
  const pairs: { fromId: number; toId: number }[] = [];
  while (inputs.length > 0) {
    const answer = await hubspot.post(path, { inputs }, associationBatchSchema);
    const failed = (answer.errors ?? []).filter(
      ({ subCategory }) => !String(subCategory).endsWith('NO_ASSOCIATIONS_FOUND'),
    );
    if (failed.length > 0)
      throw new HubspotError(
        `HubSpot answered ${path} with an error for ${failed.length} of ${inputs.length} ${from}.`,
      );
    for (const result of answer.results)
      pairs.push(
        ...result.to.map(({ toObjectId }) => ({ fromId: result.from.id, toId: toObjectId })),
      );
    inputs = answer.results.flatMap((result) =>
      result.paging?.next === undefined
        ? []
        : [{ id: String(result.from.id), after: result.paging.next.after }],
    );
  }
  return pairs;
}
