import type { Queries } from '#server/core/db/database.ts';
import type { PieceMs, Transact } from '#server/core/db/pieces.ts';

export interface MergeCounts {
  added: number;
  changed: number;
  unchanged: number;
  superseded: number;
  skipped?: number;
  /** Told of practices only. */
  practices?: PracticeCounts;
}

/** What else became of the practices of a file. */
export interface PracticeCounts {
  /** Without a created date, a go-live or a first day: taken as old. */
  undated: number;
  /** Added without a date after the source's first practices: taken as new. */
  newcomers: number;
  /** Whose id came from another institution. */
  moved: number;
}

/** Which rows of a file are taken: those of things that are known, and those that are new. */
export interface Takes {
  known: boolean;
  new: boolean;
}

/** A run that has read its file: its rows are staged and are written from there. */
export interface Merge {
  importId: string;
  /** The system whose ids the file has. */
  externalSource: string;
  now: Date;
  /** The business's calendar day on which the run began. */
  today: string;
  /** The first day of practices that come without a date; null when these are the first ones of their source, which are old. */
  firstSeenOn: string | null;
  takes: Takes;
  /** Whether a product that a customer uses, and of which nothing is known, is one that it may use. */
  entitles: boolean;
  /** `true` adds up usage rows of the file for the same location, product and day; otherwise the last one counts. */
  addsRepeats: boolean;
  /** Without it, what would become of the rows is only counted. */
  writes: boolean;
  /** Whether the file has a column; what it has not stays as it was. */
  has(column: string): boolean;
  /** Runs each piece; it may wait before it. */
  transact: Transact;
  pieceMs: PieceMs;
  /** Called last in the transaction of each piece: the rows and the record of them are kept or lost together. */
  keep(transaction: Queries, counts: MergeCounts): Promise<void>;
}
