import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { allPractices, practiceListVersion } from '#server/institutions/queries.ts';
import { cachedList } from '#server/list/cached-list.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { kindOf, type MapMarks } from '#shared/map/marks.ts';

/** Ten metres are less than the width of a mark wherever many are in view. */
const coordinate = (value: number | null): number | null => (value === null ? null : Math.round(value * 10_000) / 10_000);

export const marksOf = (practices: readonly Practice[]): MapMarks => ({
  institutionId: practices.map(({ institutionId }) => institutionId),
  latitude: practices.map(({ latitude }) => coordinate(latitude)),
  longitude: practices.map(({ longitude }) => coordinate(longitude)),
  kind: practices.map(({ healthTier, inGrace }) => kindOf(healthTier, inGrace)),
});

export const mapMarksCache = (queries: Queries, clock: Clock) =>
  cachedList(
    clock,
    () => practiceListVersion(queries),
    async () => marksOf(await allPractices(queries)),
  );
