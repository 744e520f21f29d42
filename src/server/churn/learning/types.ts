/** The direction in which a column may only push the chance: 1 up, -1 down, 0 either. */
export type Sign = -1 | 0 | 1;

export interface Column {
  name: string;
  sign: Sign;
}

export interface Table {
  columns: readonly Column[];
  rows: number;
  /** Row by row, a value for each column; NaN is not known. */
  values: Float64Array;
}

/** A table of cases with what became of each: 1 for what is to be foretold, else 0. */
export interface Examples extends Table {
  labels: Uint8Array;
}
