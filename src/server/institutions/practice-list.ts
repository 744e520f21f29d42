import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { findAllOpenLocations, lastTierLimits, practiceListVersion } from './queries.ts';

export const createPracticeListReader = (queries: Queries, clock: Clock) =>
  createCachedListReader(
    clock,
    () => practiceListVersion(queries),
    async () =>
      getPractices.response.parse({
        practices: await findAllOpenLocations(queries),
        tierLimits: await lastTierLimits(queries),
      }),
  );
