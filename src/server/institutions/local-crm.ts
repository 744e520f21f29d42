import type { Queries } from '#server/core/db/database.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { dealOwners, dealsAsOf, openRenewals } from './queries.ts';

/** The CRM for an installation without one: our own tables of owners and deals. */
export function localCrm(queries: Queries): CrmProvider {
  return {
    synchronised: false,
    async dealOwners(institutionIds) {
      const found = new Map((await dealOwners(queries, institutionIds)).map((owner) => [owner.institutionId, owner]));
      return new Map(
        institutionIds.map((id) => {
          const owner = found.get(id);
          return [String(id), { ownerName: owner?.ownerName ?? unassignedOwner, pipeline: owner?.pipeline ?? null }];
        }),
      );
    },
    async renewals(institutionIds) {
      const found = await openRenewals(queries, institutionIds);
      return new Map(found.map(({ institutionId, ...renewal }) => [String(institutionId), renewal]));
    },
    asOf: () => dealsAsOf(queries),
  };
}
