import type { Deal } from '#server/core/providers/hubspot/answers.ts';
import type { Hubspot } from '#server/core/providers/hubspot/client.ts';
import { mirrorDeal, mirrorOwner } from '#server/core/providers/hubspot/mapping.ts';
import { companiesOfCustomers } from '#server/core/providers/hubspot/opening.ts';
import {
  associationsOf,
  deals,
  namedPages,
  ownerPages,
  pipelinesOf,
} from '#server/core/providers/hubspot/reading.ts';
import { type DealOwner, inactiveOwner, unassignedOwner } from '#shared/core/provider-answers.ts';
import { leadingDeal } from './rules.ts';

const companiesAtOnce = 100;

/**
 * Reads the owners of up to 500 customers from HubSpot in at most 15 calls. Omits customers without
 * a deal.
 */
export async function liveDealOwners(
  hubspot: Hubspot,
  institutionIds: readonly number[],
): Promise<Map<number, DealOwner>> {
  const companies = new Map<number, number>();
  for (let from = 0; from < institutionIds.length; from += companiesAtOnce) {
    const found = await companiesOfCustomers(
      hubspot,
      institutionIds.slice(from, from + companiesAtOnce),
    );
    for (const [institutionId, companyId] of found) companies.set(companyId, institutionId);
  }
  if (companies.size === 0) return new Map();
  const pairs = await associationsOf(hubspot, 'companies', 'deals', [...companies.keys()]);
  const byId = new Map<number, Deal>();
  for await (const page of namedPages(hubspot, deals, [...new Set(pairs.map(({ toId }) => toId))]))
    for (const deal of page) byId.set(deal.id, deal);
  const pipelines = await pipelinesOf(hubspot, 'deals');
  const names = await ownerNames(hubspot);
  const owned = Map.groupBy(pairs, ({ fromId }) => companies.get(fromId) ?? 0);
  return new Map(
    [...owned].flatMap(([institutionId, ofThis]) => {
      const leading = leadingDeal(
        ofThis.flatMap(({ toId }) => {
          const deal = byId.get(toId);
          return deal === undefined ? [] : [mirrorDeal(deal, pipelines, hubspot.timeZone)];
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
 * Reads owner names by id; owners with the same name get their email appended, as in the mirror.
 */
async function ownerNames(hubspot: Hubspot): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const archived of [false, true]) {
    const owners = [];
    for await (const page of ownerPages(hubspot, archived)) owners.push(...page.map(mirrorOwner));
    const byName = Map.groupBy(owners, ({ name }) => name.toLowerCase());
    for (const { owner_id, name, email } of owners) {
      const shown =
        byName.get(name.toLowerCase())?.length === 1 ? name : `${name} (${email || owner_id})`;
      names.set(owner_id, archived ? inactiveOwner(shown) : shown);
    }
  }
  return names;
}
