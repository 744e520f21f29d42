import type { NewDeal } from '#server/core/providers/crm.ts';
import {
  dealBatchSchema,
  type HubspotDeal,
  type HubspotPipelines,
  pipelineListSchema,
} from './answers.ts';
import { type HubspotClient, HubspotError } from './client.ts';
import { type MirrorDeal, toMirrorDeal } from './mapping.ts';
import { finalErrorCategories, idempotencyKeyProperty } from './opening.ts';
import { dealReadingConfig } from './reading.ts';

/** Reads the deal pipelines for a waiting user. */
export const fetchDealPipelines = async ({
  hurried,
  paths,
}: HubspotClient): Promise<HubspotPipelines> =>
  (await hurried.get(paths.pipelines('deals'), {}, pipelineListSchema)).results;

async function findDealByKey(
  { hurried, paths }: HubspotClient,
  key: string,
): Promise<HubspotDeal | undefined> {
  const { results, errors = [] } = await hurried.post(
    `${paths.objects('deals')}/batch/read`,
    {
      idProperty: idempotencyKeyProperty,
      properties: dealReadingConfig.properties,
      inputs: [{ id: key }],
    },
    dealBatchSchema,
  );
  if (errors.some(({ category }) => category !== 'OBJECT_NOT_FOUND'))
    throw new HubspotError('HubSpot could not look for the deal.');
  return results[0];
}

async function writeKeyedDeal(
  { hurried, paths }: HubspotClient,
  { key, name, pipelineId, stageId, amount, ownerId }: NewDeal,
): Promise<HubspotDeal> {
  const properties = {
    [idempotencyKeyProperty]: key,
    dealname: name,
    pipeline: pipelineId,
    dealstage: stageId,
    ...(amount !== null && { amount: String(amount) }),
    ...(ownerId !== null && { hubspot_owner_id: String(ownerId) }),
  };
  const input = {
    id: key,
    idProperty: idempotencyKeyProperty,
    objectWriteTraceId: key,
    properties,
  };
  const { results, errors = [] } = await hurried.post(
    `${paths.objects('deals')}/batch/upsert`,
    { inputs: [input] },
    dealBatchSchema,
  );
  const [deal] = results;
  if (deal !== undefined) return deal;
  const { category = 'no reason' } = errors[0] ?? {};
  throw new HubspotError(
    `HubSpot refuses this deal (${category}).`,
    finalErrorCategories.includes(category) ? 400 : undefined,
  );
}

/**
 * Creates a deal, once for each key, and returns it as it is in HubSpot. An existing deal with the
 * key stays unchanged.
 */
export async function createKeyedDeal(hubspot: HubspotClient, deal: NewDeal): Promise<MirrorDeal> {
  const pipelines = await fetchDealPipelines(hubspot);
  const created = (await findDealByKey(hubspot, deal.key)) ?? (await writeKeyedDeal(hubspot, deal));
  return toMirrorDeal(created, pipelines, hubspot.timeZone);
}
