import type { Queries } from '#server/db/database.ts';

export interface MergeCounts {
  added: number;
  changed: number;
  unchanged: number;
  superseded: number;
}

/** A run that has read its file: its rows are staged and are written from there. */
export interface Merge {
  importId: string;
  /** The system whose ids the file has. */
  externalSource: string;
  now: Date;
  /** The business's calendar day on which the run began. */
  today: string;
  /** Without it, what would become of the rows is only counted. */
  writes: boolean;
  /** Whether the file has a column; what it has not stays as it was. */
  has(column: string): boolean;
  /** Called last in the transaction of each piece: the rows and the record of them are kept or lost together. */
  keep(transaction: Queries, counts: MergeCounts): Promise<void>;
}
