import type { z } from 'zod';

/** The contract of a list as CSV. Its address may also have the list's own filters, order, search and columns. */
export interface CsvExport<Query extends z.ZodType = z.ZodType> {
  path: `/${string}`;
  summary: string;
  /** Left out: every signed-in person may have it. */
  role?: 'admin';
  /** What its address has beside those. */
  query: Query;
}
