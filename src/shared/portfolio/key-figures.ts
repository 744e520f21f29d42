import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { emptyListState, type ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from './columns.ts';
import { type ListedInstitution, segmentSchema } from './list.ts';
import { computeAverageScore, portfolioFigureDefinitions } from './rules.ts';

/** Filter for customers that are predicted to leave. */
export const predictedToLeaveFilters: readonly ListFilter[] = [
  { column: 'churnTier', kind: 'filled' },
];

const keyFiguresSchema = z.strictObject({
  institutions: z.int(),
  atRisk: z.int(),
  fellTier: z.int(),
  roseTier: z.int(),
  readyToExpand: z.int(),
  predictedToLeave: z.int(),
  /**
   * Change of `predictedToLeave` in seven days, counting only today's customers; `null` when there
   * were no predictions seven days ago.
   */
  predictedChange: z.int().nullable(),
  /** Average adoption score, 0–100; `null` without scores. */
  averageScore: z.number().nullable(),
  /**
   * Change of the average in points, among customers with a score in both weeks; `null` when there
   * are none.
   */
  scoreChange: z.number().nullable(),
});
export type KeyFigures = z.output<typeof keyFiguresSchema>;

/** Computes the key figures by applying each figure's filters to the rows. */
export function computeKeyFigures(rows: readonly ListedInstitution[]): KeyFigures {
  const count = (filters: readonly ListFilter[]) =>
    filterAndSortRows(rows, institutionColumns, { ...emptyListState, filters }).length;
  const inBoth = rows.filter((row) => row.adoptionScore !== null && row.previousScore !== null);
  const now = computeAverageScore(inBoth.map((row) => row.adoptionScore));
  const before = computeAverageScore(inBoth.map((row) => row.previousScore));
  const predictedBefore = rows.filter((row) => row.wasPredictedToLeave !== null);
  const [institutions, atRisk, fellTier, roseTier, readyToExpand] = portfolioFigureDefinitions;
  return {
    institutions: count(institutions.filters),
    atRisk: count(atRisk.filters),
    fellTier: count(fellTier.filters),
    roseTier: count(roseTier.filters),
    readyToExpand: count(readyToExpand.filters),
    predictedToLeave: count(predictedToLeaveFilters),
    predictedChange:
      predictedBefore.length === 0
        ? null
        : count(predictedToLeaveFilters) -
          predictedBefore.filter((row) => row.wasPredictedToLeave === true).length,
    averageScore: computeAverageScore(rows.map((row) => row.adoptionScore)),
    scoreChange: now === null || before === null ? null : now - before,
  };
}

export const getKeyFigures = endpoint({
  method: 'GET',
  path: '/api/portfolio/key-figures',
  summary: 'Key figures of a segment’s customers, counted from the list that each figure opens',
  query: z.object({ segment: segmentSchema }),
  response: keyFiguresSchema.extend({
    /** End of the last official week; `null` before the first official week. */
    weekEndDate: z.iso.date().nullable(),
  }),
});
