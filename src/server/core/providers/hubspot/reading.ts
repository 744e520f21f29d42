import type { z } from 'zod';
import { associationBatch, companyPage, dealPage, ownerPage, type Pipelines, pipelineList, ticketPage } from './answers.ts';
import { type Hubspot, HubspotError } from './client.ts';

/** HubSpot keeps a version for 18 months. */
export const version = '2026-09';
const dealProperties = 'dealname,pipeline,dealstage,hubspot_owner_id,amount,closedate';
const ticketProperties = 'subject,content,hs_pipeline,hs_pipeline_stage,hs_ticket_priority,hubspot_owner_id,source_type,closed_date';

type Page<Result> = z.ZodType<{ results: Result[]; paging?: { next?: { after: string } | undefined } | undefined }>;

async function* pages<Result>(hubspot: Hubspot, path: string, query: Record<string, string>, page: Page<Result>): AsyncGenerator<Result[]> {
  let after: string | undefined;
  do {
    const answer = await hubspot.get(path, { ...query, limit: '100', ...(after === undefined ? {} : { after }) }, page);
    yield answer.results;
    const following = answer.paging?.next?.after;
    if (following !== undefined && following === after) throw new HubspotError(`HubSpot answered ${path} with the same page again.`);
    after = following;
  } while (after !== undefined);
}

export const ownerPages = (hubspot: Hubspot, archived: boolean) =>
  pages(hubspot, `/crm/owners/${version}`, { archived: String(archived) }, ownerPage);

export const companyPages = (hubspot: Hubspot) =>
  pages(hubspot, `/crm/objects/${version}/companies`, { properties: 'institution_id' }, companyPage);

export const dealPages = (hubspot: Hubspot) => pages(hubspot, `/crm/objects/${version}/deals`, { properties: dealProperties }, dealPage);

export const ticketPages = (hubspot: Hubspot) =>
  pages(hubspot, `/crm/objects/${version}/tickets`, { properties: ticketProperties }, ticketPage);

export async function pipelinesOf(hubspot: Hubspot, object: 'deals' | 'tickets'): Promise<Pipelines> {
  return (await hubspot.get(`/crm/pipelines/${version}/${object}`, {}, pipelineList)).results;
}

/** The companies of up to 1,000 deals or tickets, as pairs. One without any is none of them. */
export async function companiesOf(
  hubspot: Hubspot,
  object: 'deals' | 'tickets',
  ids: readonly number[],
): Promise<{ objectId: number; companyId: number }[]> {
  const path = `/crm/associations/${version}/${object}/companies/batch/read`;
  let inputs: { id: string; after?: string }[] = ids.map((id) => ({ id: String(id) }));
  const pairs: { objectId: number; companyId: number }[] = [];
  while (inputs.length > 0) {
    const answer = await hubspot.post(path, { inputs }, associationBatch);
    const failed = (answer.errors ?? []).filter(({ subCategory }) => !String(subCategory).endsWith('NO_ASSOCIATIONS_FOUND'));
    if (failed.length > 0)
      throw new HubspotError(`HubSpot answered ${path} for ${failed.length} of ${inputs.length} ${object} with an error.`);
    for (const { from, to } of answer.results) pairs.push(...to.map(({ toObjectId }) => ({ objectId: from.id, companyId: toObjectId })));
    inputs = answer.results.flatMap(({ from, paging }) =>
      paging?.next === undefined ? [] : [{ id: String(from.id), after: paging.next.after }],
    );
  }
  return pairs;
}
