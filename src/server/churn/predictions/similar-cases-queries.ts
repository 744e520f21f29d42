import type { Queries } from '#server/core/db/database.ts';
import { notFound } from '#server/core/errors.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import type { SimilarFlaggedCustomer } from '#shared/churn/predictions/list.ts';
import type { Day } from '#shared/core/dates.ts';
import { findActiveModel } from './model-queries.ts';
import { toModelColumns } from './model-values.ts';
import {
  findNewestFeatures,
  findPastFlagsOfOthers,
  type SimilarCaseRow,
} from './similar-queries.ts';

const eachShown = 3;

/**
 * Returns the distance of two customers: the mean squared difference of their values, in standard
 * deviations. A value known for only one of the customers counts as a difference of 1.
 */
export function computeFeatureDistance(
  one: readonly number[],
  other: readonly number[],
  deviations: readonly number[],
): number {
  let sum = 0;
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? Number.NaN;
    if (Number.isNaN(value) && Number.isNaN(against)) continue;
    const deviation = deviations[at] ?? 0;
    const apart =
      Number.isNaN(value) || Number.isNaN(against)
        ? 1
        : deviation > 0
          ? (value - against) / deviation
          : 0;
    sum += Math.min(9, apart * apart);
  }
  return sum / one.length;
}

/**
 * Returns the past flags that are most similar to a customer's current features. Flags of customers
 * that left and of customers that stayed are separate.
 */
export async function findSimilarCases(
  queries: Queries,
  institutionId: number,
  today: Day,
): Promise<{ lost: SimilarFlaggedCustomer[]; stayed: SimilarFlaggedCustomer[] }> {
  const own = await findNewestFeatures(queries, institutionId);
  const model = await findActiveModel(queries);
  if (own === undefined || model === undefined) throw notFound('A prediction of this institution');
  const values = toModelColumns(own);
  const near = (await findPastFlagsOfOthers(queries, institutionId, today))
    .map((row) => ({
      row,
      apart: computeFeatureDistance(values, toModelColumns(row.known), model.report.deviations),
    }))
    .sort((a, b) => a.apart - b.apart || a.row.institution_id - b.row.institution_id)
    .map(({ row }) => pastCase(row));
  return {
    lost: near.filter(({ noticedOn }) => noticedOn !== null).slice(0, eachShown),
    stayed: near.filter(({ noticedOn }) => noticedOn === null).slice(0, eachShown),
  };
}

const doneWords: Record<string, string> = {
  'task:created': 'a task',
  'task:done': 'a task done',
  'risk:assigned': 'assigned',
  'risk:snoozed': 'snoozed',
  'risk:prediction_accepted': 'prediction accepted',
  'risk:prediction_rejected': 'prediction rejected',
};

const pastCase = (row: SimilarCaseRow): SimilarFlaggedCustomer => ({
  institutionId: row.institution_id,
  institutionName: row.name,
  flaggedOn: row.day,
  noticedOn: row.noticed_on,
  reason: row.reason,
  score: row.score,
  patterns: patternKeys.filter((key) => row.patterns.includes(key)),
  done: (row.done ?? []).flatMap((key) => doneWords[key] ?? []),
  healthTier: row.tier,
});
