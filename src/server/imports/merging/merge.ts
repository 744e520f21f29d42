import type { Queries } from '#server/core/db/database.ts';
import type { PieceMs, Transact } from '#server/core/db/pieces.ts';

export interface MergeCounts {
  added: number;
  changed: number;
  unchanged: number;
  superseded: number;
  skipped?: number;
  /** Set for practices only. */
  practices?: PracticeCounts;
}

/** Further counts of imported practices. */
export interface PracticeCounts {
  /** Practices without any date, which count as old. */
  undated: number;
  /** New practices without a date after the first import of the source, which count as new customers. */
  newcomers: number;
  /** Locations that moved from another institution. */
  moved: number;
}

/** Rows to import: rows of known things, new rows, or both. */
export interface RowFilter {
  known: boolean;
  new: boolean;
}

/** Run whose rows are staged and ready to be merged. */
export interface Merge {
  importId: string;
  /** System that assigned the ids in the file. */
  externalSource: string;
  now: Date;
  /** Day on which the run began, in the business time zone. */
  today: string;
  /** First day of practices without a date; `null` in the first import of a source, whose practices count as old. */
  firstSeenOn: string | null;
  takes: RowFilter;
  /** `true` entitles customers to products that they use and that have no known entitlement. */
  entitles: boolean;
  /** `true` adds up usage rows for the same location, product and day; `false` uses the last one. */
  addsRepeats: boolean;
  /** `false` only counts the rows that would be written. */
  writes: boolean;
  /** Returns `true` when the file has a column. Missing columns keep their known values. */
  has(column: string): boolean;
  /** Runs a batch in a transaction, and may wait before it. */
  transact: Transact;
  pieceMs: PieceMs;
  /** Called last in the transaction of each batch, so that its rows and counts are saved together. */
  keep(transaction: Queries, counts: MergeCounts): Promise<void>;
}
