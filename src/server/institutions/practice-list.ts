import type { Dependencies } from '#server/core/dependencies.ts';
import { type CachedList, createCachedListReader } from '#server/list/cached-list.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import {
  findAllOpenLocations,
  findLastHealthTierLimits,
  readPracticeListCacheVersion,
} from './queries.ts';

type PracticeList = CachedList<ResponseOf<typeof getPractices>>;

const lists = new WeakMap<Dependencies, () => PracticeList | Promise<PracticeList>>();

/** Returns the server's cached list of practices, which is the same for all callers. */
export function practiceListReader(dependencies: Dependencies) {
  const { foreground } = dependencies.database;
  const list =
    lists.get(dependencies) ??
    createCachedListReader(
      dependencies.clock,
      () => readPracticeListCacheVersion(foreground),
      async () =>
        getPractices.response.parse({
          practices: await findAllOpenLocations(foreground),
          tierLimits: await findLastHealthTierLimits(foreground),
        }),
    );
  lists.set(dependencies, list);
  return list;
}
