import { z } from 'zod';
import {
  countSchema,
  createUrlIntegerSchema,
  listQueryStringSchema,
} from '#shared/core/endpoint.ts';

/** Maximum number of rows in one response of a paged list. */
export const maxPageRows = 200;

/** Query with the filters, order and search of a list. */
export const listTextQuerySchema = z.object({ list: listQueryStringSchema.default('') });

/**
 * Returns query and response of a list whose rows the server filters and sorts, because there are
 * too many for a browser.
 */
export const pagedListSchemas = <Row extends z.ZodType>(row: Row) => ({
  /** `offset` is the position of the first row of the page. */
  query: listTextQuerySchema.extend({ offset: createUrlIntegerSchema(countSchema).default(0) }),
  response: z.strictObject({
    rows: z.array(row),
    /** Number of rows of the whole list. */
    total: z.int(),
    /** Number of rows that match the search and the filters. */
    matching: z.int(),
  }),
});

/** Values of a list's option columns, each with the number of rows that match the filters. */
export const columnOptionsSchema = z.strictObject({
  columns: z.array(
    z.strictObject({
      column: z.string(),
      values: z.array(z.strictObject({ value: z.string(), rows: z.int() })),
    }),
  ),
});
export type ColumnOptions = z.output<typeof columnOptionsSchema>;
