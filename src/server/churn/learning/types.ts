/** Allowed direction of a column's effect on the chance: 1 up, −1 down, 0 either. */
export type EffectSign = -1 | 0 | 1;

export interface FeatureColumn {
  name: string;
  sign: EffectSign;
}

export interface FeatureTable {
  columns: readonly FeatureColumn[];
  rows: number;
  /** Values by row; `NaN` when unknown. */
  values: Float64Array;
}

/** Training cases with outcomes: 1 for the predicted event, otherwise 0. */
export interface TrainingExamples extends FeatureTable {
  labels: Uint8Array;
}
