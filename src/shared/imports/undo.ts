import { z } from 'zod';

/** So many rows that stay are named, or so many customers who keep theirs. */
export const mostKeptRows = 20;

/** What became, or would become, of the rows that an import changed. */
export const undoReportSchema = z.strictObject({
  /** Rows that the import had added, taken out again. */
  removed: z.int(),
  /** Rows that it had changed or ended, as they were before. */
  restored: z.int(),
  /** Rows that stay as they are, because they were changed or used since. */
  kept: z.int(),
  /** The first of those; rows of a customer are named by it, once. */
  keptRows: z.array(z.strictObject({ what: z.string(), why: z.string() })).max(mostKeptRows),
});
export type UndoReport = z.output<typeof undoReportSchema>;

/** Whether every row that the import changed would stay. It can still be undone after what came later is. */
export const undoesNothing = ({ removed, restored, kept }: UndoReport): boolean => kept > 0 && removed === 0 && restored === 0;
