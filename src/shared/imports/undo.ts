import { z } from 'zod';

/** Maximum number of kept rows that are listed. */
export const mostListedRows = 20;

/** Result, or expected result, of an undo. */
export const undoReportSchema = z.strictObject({
  /** Added rows that were removed. */
  removed: z.int(),
  /** Changed or ended rows that were restored. */
  restored: z.int(),
  /** Rows that were kept because they were changed or used since. */
  kept: z.int(),
  /** First kept rows. All rows of a customer are listed as one entry. */
  keptRows: z.array(z.strictObject({ what: z.string(), why: z.string() })).max(mostListedRows),
});
export type UndoReport = z.output<typeof undoReportSchema>;

/**
 * Returns `true` when an undo would keep every row. The import can still be undone after later
 * changes are undone.
 */
export const undoesNothing = ({ removed, restored, kept }: UndoReport): boolean =>
  kept > 0 && removed === 0 && restored === 0;
