import { z } from 'zod';

/** What became, or would become, of the rows that an import changed. */
export const undoReportSchema = z.strictObject({
  /** Rows that the import had added, taken out again. */
  removed: z.int(),
  /** Rows that it had changed or ended, as they were before. */
  restored: z.int(),
  /** Rows that stay as they are, because they were changed or used since. */
  kept: z.int(),
  /** Up to the first twenty of those. */
  keptRows: z.array(z.strictObject({ what: z.string(), why: z.string() })),
});
export type UndoReport = z.output<typeof undoReportSchema>;
