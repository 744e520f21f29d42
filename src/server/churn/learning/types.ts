/** Allowed direction of a column's effect on the chance: 1 for up, -1 for down, 0 for either. */
export type AllowedEffectDirection = -1 | 0 | 1;

export interface FeatureColumn {
  name: string;
  sign: AllowedEffectDirection;
}

export interface FeatureTable {
  columns: readonly FeatureColumn[];
  rows: number;
  /** Values by row, then by column; `NaN` for an unknown value. */
  values: Float64Array;
}

/** Training cases with labels: 1 when the predicted event occurred, otherwise 0. */
export interface TrainingExamples extends FeatureTable {
  labels: Uint8Array;
}
