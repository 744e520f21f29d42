import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { findAllPractices, lastTierLimits, practiceListVersion } from './queries.ts';

export const practiceListCache = (queries: Queries, clock: Clock) =>
  createCachedListReader(
    clock,
    () => practiceListVersion(queries),
    async () =>
      getPractices.response.parse({
        practices: await findAllPractices(queries),
        tierLimits: await lastTierLimits(queries),
      }),
  );
