import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import {
  findAllOpenLocations,
  readPracticeListCacheVersion,
} from '#server/institutions/queries.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { roundCoordinate } from '#shared/core/numbers/round-coordinate.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { encodeTierAndGrace, type MapMarks } from '#shared/map/marks.ts';

const coordinate = (degrees: number | null): number | null =>
  degrees === null ? null : roundCoordinate(degrees);

export const toMapMarks = (practices: readonly Practice[]): MapMarks => ({
  institutionId: practices.map(({ institutionId }) => institutionId),
  latitude: practices.map(({ latitude }) => coordinate(latitude)),
  longitude: practices.map(({ longitude }) => coordinate(longitude)),
  kind: practices.map(({ healthTier, inGrace }) => encodeTierAndGrace(healthTier, inGrace)),
});

export const createMapMarksReader = (queries: Queries, clock: Clock) =>
  createCachedListReader(
    clock,
    () => readPracticeListCacheVersion(queries),
    async () => toMapMarks(await findAllOpenLocations(queries)),
  );
