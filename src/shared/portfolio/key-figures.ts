import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { applyList } from '#shared/list/apply.ts';
import { emptyListState, type ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from './columns.ts';
import { type ListedInstitution, segmentSchema } from './list.ts';
import { averageScore, portfolioFigures } from './rules.ts';

/** Customers that are predicted to leave. */
export const predictedToLeave: readonly ListFilter[] = [{ column: 'churnTier', kind: 'filled' }];

const keyFiguresSchema = z.strictObject({
  institutions: z.int(),
  atRisk: z.int(),
  fellTier: z.int(),
  roseTier: z.int(),
  readyToExpand: z.int(),
  predictedToLeave: z.int(),
  /** In seven days, of today's customers; null where nothing was predicted then. */
  predictedChange: z.int().nullable(),
  /** 0 to 100; null where nobody has a score. */
  averageScore: z.number().nullable(),
  /** In points, of those with a score in both weeks; null for none. */
  scoreChange: z.number().nullable(),
});
export type KeyFigures = z.output<typeof keyFiguresSchema>;

/** Each figure counts the rows that its filters leave. */
export function keyFigures(rows: readonly ListedInstitution[]): KeyFigures {
  const count = (filters: readonly ListFilter[]) => applyList(rows, institutionColumns, { ...emptyListState, filters }).length;
  const inBoth = rows.filter((row) => row.adoptionScore !== null && row.previousScore !== null);
  const now = averageScore(inBoth.map((row) => row.adoptionScore));
  const before = averageScore(inBoth.map((row) => row.previousScore));
  const predictedBefore = rows.filter((row) => row.wasPredictedToLeave !== null);
  const [institutions, atRisk, fellTier, roseTier, readyToExpand] = portfolioFigures;
  return {
    institutions: count(institutions.filters),
    atRisk: count(atRisk.filters),
    fellTier: count(fellTier.filters),
    roseTier: count(roseTier.filters),
    readyToExpand: count(readyToExpand.filters),
    predictedToLeave: count(predictedToLeave),
    predictedChange:
      predictedBefore.length === 0
        ? null
        : count(predictedToLeave) - predictedBefore.filter((row) => row.wasPredictedToLeave === true).length,
    averageScore: averageScore(rows.map((row) => row.adoptionScore)),
    scoreChange: now === null || before === null ? null : now - before,
  };
}

export const getKeyFigures = endpoint({
  method: 'GET',
  path: '/api/portfolio-figures',
  summary: 'The figures of the customers of a segment, counted from the list that they open',
  query: z.object({ segment: segmentSchema }),
  response: keyFiguresSchema.extend({
    /** The last official week; null before the first. */
    weekEndDate: z.iso.date().nullable(),
  }),
});
