import type { z } from 'zod';

/**
 * Contract of a CSV export. Its URL may also contain the list's filters, order, search and columns.
 */
export interface CsvExport<Query extends z.ZodType = z.ZodType> {
  path: `/${string}`;
  summary: string;
  /** Role that the caller needs. When omitted, every signed-in user may export. */
  role?: 'admin';
  /** Schema of additional query parameters. */
  query: Query;
}
