import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';

const columns = modelFeatures.map((feature) => ({
  at: churnFeatures.findIndex(({ key }) => key === feature.key),
  most: 'most' in feature ? feature.most : Number.POSITIVE_INFINITY,
  absent: 'absent' in feature ? feature.absent : Number.NaN,
}));

/** Converts features to the columns of the model; `NaN` for an unknown feature. */
export const toModelColumns = (known: readonly (number | null)[]): number[] =>
  columns.map(({ at, most, absent }) => Math.min(most, known[at] ?? absent));
