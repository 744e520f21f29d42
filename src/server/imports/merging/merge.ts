import type { BatchDurationTargetCalculator, RunTransaction } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';

export interface MergeCounts {
  added: number;
  changed: number;
  unchanged: number;
  superseded: number;
  skipped?: number;
  /** Counts of practices; set only for an import of practices. */
  practices?: PracticeCounts;
}

/** Counts that only an import of practices has. */
export interface PracticeCounts {
  /**
   * Number of practices whose institution has no created, go-live or first-seen date. They count as
   * existing customers that are past the grace period.
   */
  undated: number;
  /**
   * Number of practices without a date that were added after the first import of the source. They
   * count as new from the day of the import.
   */
  newcomers: number;
  /** Number of locations that moved from another institution. */
  moved: number;
}

/** Rows to import: rows that match stored records, rows that match none, or both. */
export interface MergeRowFilter {
  known: boolean;
  new: boolean;
}

/** Run whose rows are staged and ready to be merged. */
export interface StagedImportRun {
  importId: string;
  /** System that assigned the ids in the file. */
  externalSource: string;
  now: Date;
  /** Day on which the run began, in the business time zone. */
  today: string;
  /**
   * First-seen date of new practices without a date. `null` in the first import of a source, where
   * such practices count as existing customers.
   */
  firstSeenOn: string | null;
  takes: MergeRowFilter;
  /**
   * `true` adds an entitlement for each product that a customer uses but never had an entitlement
   * for.
   */
  entitles: boolean;
  /**
   * `true` adds up usage rows for the same location, product and day; `false` uses the last one.
   */
  addsRepeats: boolean;
  /** `false` only counts the rows that would be written. */
  writes: boolean;
  /**
   * Returns `true` when the file has the column. Without the column, the stored values stay
   * unchanged.
   */
  has(column: string): boolean;
  /** Runs a batch in a transaction; may wait before the transaction begins. */
  transact: RunTransaction;
  pieceMs: BatchDurationTargetCalculator;
  /**
   * Called last in the transaction of each batch, so that the batch's rows and counts are saved
   * together.
   */
  keep(transaction: Queries, counts: MergeCounts): Promise<void>;
}
