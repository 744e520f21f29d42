import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { findContractOverlaps } from '#server/imports/merging/contract-overlaps-queries.ts';
import { findDifferentlyReadIds } from '#server/imports/reading/places/stored-ids.ts';
import { zipOfCity } from '#server/institutions/city-zips.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import { getDataQuality, type Issue, issueTrendDays } from '#shared/data-quality/issues.ts';
import { knownEhrs } from '#shared/institutions/ehrs.ts';
import {
  findPairsMarkedDifferent,
  findSharedPhoneOrStreet,
  findSourceIds,
} from './duplicate-queries.ts';
import {
  type CustomersWithSameId,
  findDuplicatePairs,
  sameIdCustomerPairs,
} from './duplicate-rules.ts';
import {
  findCustomersMissingLocationEhrs,
  findDailyIssueCounts,
  findEhrsMarkedKnown,
  findLocationsWithUnknownEhr,
  findSilentLocations,
  findUnplacedLocations,
  issuesCacheVersion,
} from './issue-queries.ts';
import {
  contractOverlapIssues,
  duplicateIssues,
  ehrIssues,
  emptyIssueCounts,
  silentLocationIssues,
  sortIssuesByKind,
  unplacedLocationIssues,
} from './issue-rules.ts';

export async function findRecognizedEhrs(queries: Queries): Promise<string[]> {
  return [...new Set([...knownEhrs, ...(await findEhrsMarkedKnown(queries))])].sort((one, other) =>
    one.localeCompare(other, 'en-US'),
  );
}

/**
 * Returns the pairs of customers whose ids from the same source are equal after cleaning. Leaves
 * out customers that have left.
 */
export async function findCustomersWithSameId(queries: Queries): Promise<CustomersWithSameId[]> {
  return sameIdCustomerPairs(
    await findDifferentlyReadIds((ids) => findSourceIds(queries, ids)),
    await findPairsMarkedDifferent(queries),
  );
}

export async function findCurrentIssues(queries: Queries): Promise<Issue[]> {
  const systems = await findRecognizedEhrs(queries);
  const shared = await findSharedPhoneOrStreet(queries);
  const same = await findCustomersWithSameId(queries);
  const names = new Map(
    [...shared, ...same].flatMap(({ one, other }) =>
      [one, other].map((each) => [each.institutionId, each.institutionName] as const),
    ),
  );
  return sortIssuesByKind([
    ...unplacedLocationIssues(await findUnplacedLocations(queries), zipOfCity),
    ...duplicateIssues(findDuplicatePairs(shared, same), names),
    ...silentLocationIssues(await findSilentLocations(queries)),
    ...ehrIssues(
      await findLocationsWithUnknownEhr(queries, systems),
      await findCustomersMissingLocationEhrs(queries),
    ),
    ...contractOverlapIssues(await findContractOverlaps(queries)),
  ]);
}

export function createIssueListReader({ database, clock, env }: Dependencies) {
  const { foreground } = database;
  return createVersionCheckedListReader(
    () => issuesCacheVersion(foreground),
    async () => {
      const from = addDays(dayIn(env.BUSINESS_TIME_ZONE, clock()), -issueTrendDays);
      const rows = await findCurrentIssues(foreground);
      const { days, checkedAt } = await findDailyIssueCounts(foreground, from);
      // A kind of issue has no saved counts for the days before it was introduced.
      const counted = days.map(({ day, counts }) => ({
        day,
        counts: { ...emptyIssueCounts, ...counts },
      }));
      return getDataQuality.response.parse({
        rows,
        days: counted,
        checkedAt,
        systems: await findRecognizedEhrs(foreground),
      });
    },
  );
}
