import type { HubspotDeal } from '#server/core/providers/hubspot/answers.ts';
import type { HubspotClient } from '#server/core/providers/hubspot/client.ts';
import { toMirrorDeal, toMirrorOwner } from '#server/core/providers/hubspot/mapping.ts';
import { findCompaniesOfCustomers } from '#server/core/providers/hubspot/opening.ts';
import {
  dealReadingConfig,
  fetchPipelines,
  readAssociations,
  readOwnerPages,
  readPagesByIds,
} from '#server/core/providers/hubspot/reading.ts';
import {
  type DealOwner,
  formatInactiveOwnerName,
  unassignedOwner,
} from '#shared/core/provider-answers.ts';
import { selectOwnerDeal } from './rules.ts';

const companiesAtOnce = 100;

/**
 * Reads the owners of up to 500 customers from HubSpot with at most 15 API calls. Leaves out
 * customers without a deal.
 */
export async function readHubspotDealOwners(
  hubspot: HubspotClient,
  institutionIds: readonly number[],
): Promise<Map<number, DealOwner>> {
  const companies = new Map<number, number>();
  for (let from = 0; from < institutionIds.length; from += companiesAtOnce) {
    const found = await findCompaniesOfCustomers(
      hubspot,
      institutionIds.slice(from, from + companiesAtOnce),
    );
    for (const [institutionId, companyId] of found) companies.set(companyId, institutionId);
  }
  if (companies.size === 0) return new Map();
  const pairs = await readAssociations(hubspot, 'companies', 'deals', [...companies.keys()]);
  const byId = new Map<number, HubspotDeal>();
  for await (const page of readPagesByIds(hubspot, dealReadingConfig, [
    ...new Set(pairs.map(({ toId }) => toId)),
  ]))
    for (const deal of page) byId.set(deal.id, deal);
  const pipelines = await fetchPipelines(hubspot, 'deals');
  const names = await ownerNames(hubspot);
  const owned = Map.groupBy(pairs, ({ fromId }) => companies.get(fromId) ?? 0);
  return new Map(
    [...owned].flatMap(([institutionId, ofThis]) => {
      const leading = selectOwnerDeal(
        ofThis.flatMap(({ toId }) => {
          const deal = byId.get(toId);
          return deal === undefined ? [] : [toMirrorDeal(deal, pipelines, hubspot.timeZone)];
        }),
      );
      if (leading === undefined) return [];
      const ownerName =
        leading.owner_id === null
          ? unassignedOwner
          : (names.get(leading.owner_id) ?? unassignedOwner);
      return [[institutionId, { ownerName, pipeline: leading.pipeline }] as const];
    }),
  );
}

/**
 * Reads owner names by id. Owners with the same name get their email address appended, as in the
 * mirror.
 */
async function ownerNames(hubspot: HubspotClient): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const archived of [false, true]) {
    const owners = [];
    for await (const page of readOwnerPages(hubspot, archived))
      owners.push(...page.map(toMirrorOwner));
    const byName = Map.groupBy(owners, ({ name }) => name.toLowerCase());
    for (const { owner_id, name, email } of owners) {
      const shown =
        byName.get(name.toLowerCase())?.length === 1 ? name : `${name} (${email || owner_id})`;
      names.set(owner_id, archived ? formatInactiveOwnerName(shown) : shown);
    }
  }
  return names;
}
