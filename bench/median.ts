import { median as middleOf } from '#shared/core/numbers/median.ts';

/** Of no figure at all, no number. */
export const median = (values: readonly number[]): number => middleOf(values) ?? Number.NaN;
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
