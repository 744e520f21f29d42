import { z } from 'zod';

/** Maximum number of entries in `keptRows`. */
export const maxListedRetainedRows = 20;

/** Result of an undo, or the expected result of a possible undo. */
export const undoReportSchema = z.strictObject({
  /** Number of added rows that were removed. */
  removed: z.int(),
  /** Number of changed or ended rows that were restored. */
  restored: z.int(),
  /** Number of rows that were kept because they were changed or used after the import. */
  kept: z.int(),
  /**
   * First entries of the list of kept rows, each with the reason. For usage, an entry is one row.
   * For other imports, an entry stands for all kept rows of one customer or prospect.
   */
  keptRows: z
    .array(z.strictObject({ what: z.string(), why: z.string() }))
    .max(maxListedRetainedRows),
});
export type UndoReport = z.output<typeof undoReportSchema>;

/**
 * Returns `true` when an undo would keep every row, because all were changed after the import. The
 * import can be undone after those changes are undone.
 */
export const wouldUndoChangeNothing = ({ removed, restored, kept }: UndoReport): boolean =>
  kept > 0 && removed === 0 && restored === 0;
