/** Allowed direction of a column's effect on the chance: 1 up, −1 down, 0 either. */
export type Sign = -1 | 0 | 1;

export interface Column {
  name: string;
  sign: Sign;
}

export interface Table {
  columns: readonly Column[];
  rows: number;
  /** Values by row; `NaN` when unknown. */
  values: Float64Array;
}

/** Training cases with outcomes: 1 for the predicted event, otherwise 0. */
export interface Examples extends Table {
  labels: Uint8Array;
}
