import { median as middleOf } from '#shared/core/numbers/median.ts';

/** Returns the median; `NaN` without values. */
export const median = (values: readonly number[]): number => middleOf(values) ?? Number.NaN;
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
