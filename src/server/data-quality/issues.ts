import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { contractOverlaps } from '#server/imports/merging/contract-overlaps-queries.ts';
import { withSameKey } from '#server/imports/reading/places/stored-ids.ts';
import { zipOfCity } from '#server/institutions/city-zips.ts';
import { freshList } from '#server/list/cached-list.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import { getDataQuality, type Issue, trendDays } from '#shared/data-quality/issues.ts';
import { knownEhrs } from '#shared/institutions/ehrs.ts';
import { distinctPairs, sharedPlaces, sourceIds } from './duplicate-queries.ts';
import { duplicatesOf, type SameId, sameIds } from './duplicate-rules.ts';
import {
  customersWithoutSystem,
  issuesVersion,
  locationsOfOtherSystems,
  namedSystems,
  qualityDays,
  silentLocations,
  unplacedLocations,
} from './issue-queries.ts';
import {
  duplicateIssues,
  inKindOrder,
  noIssues,
  overlapIssues,
  placeIssues,
  silentIssues,
  systemIssues,
} from './issue-rules.ts';

export async function systemsInUse(queries: Queries): Promise<string[]> {
  return [...new Set([...knownEhrs, ...(await namedSystems(queries))])].sort((one, other) =>
    one.localeCompare(other, 'en-US'),
  );
}

/**
 * Returns the pairs of customers whose ids from the same source are equal after cleaning. Leaves
 * out customers that have left.
 */
export async function customersWithSameId(queries: Queries): Promise<SameId[]> {
  return sameIds(await withSameKey((ids) => sourceIds(queries, ids)), await distinctPairs(queries));
}

/** Returns all current issues. */
export async function currentIssues(queries: Queries): Promise<Issue[]> {
  const systems = await systemsInUse(queries);
  const shared = await sharedPlaces(queries);
  const same = await customersWithSameId(queries);
  const names = new Map(
    [...shared, ...same].flatMap(({ one, other }) =>
      [one, other].map((each) => [each.institutionId, each.institutionName] as const),
    ),
  );
  return inKindOrder([
    ...placeIssues(await unplacedLocations(queries), zipOfCity),
    ...duplicateIssues(duplicatesOf(shared, same), names),
    ...silentIssues(await silentLocations(queries)),
    ...systemIssues(
      await locationsOfOtherSystems(queries, systems),
      await customersWithoutSystem(queries),
    ),
    ...overlapIssues(await contractOverlaps(queries)),
  ]);
}

export function dataQualityList({ database, clock, env }: Dependencies) {
  const { foreground } = database;
  return freshList(
    () => issuesVersion(foreground),
    async () => {
      const from = addDays(dayIn(env.BUSINESS_TIME_ZONE, clock()), -trendDays);
      const rows = await currentIssues(foreground);
      const { days, lookedAt } = await qualityDays(foreground, from);
      // A day before a kind of issue was introduced has no count for this kind.
      const counted = days.map(({ day, counts }) => ({ day, counts: { ...noIssues, ...counts } }));
      return getDataQuality.response.parse({
        rows,
        days: counted,
        lookedAt,
        systems: await systemsInUse(foreground),
      });
    },
  );
}
