import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import {
  findAllOpenLocations,
  findLastHealthTierLimits,
  readPracticeListCacheVersion,
} from './queries.ts';

export const createPracticeListReader = (queries: Queries, clock: Clock) =>
  createCachedListReader(
    clock,
    () => readPracticeListCacheVersion(queries),
    async () =>
      getPractices.response.parse({
        practices: await findAllOpenLocations(queries),
        tierLimits: await findLastHealthTierLimits(queries),
      }),
  );
