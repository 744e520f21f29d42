import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { columnValuesSchema } from './values.ts';

export const importKinds = [
  'practices',
  'usage',
  'entitlements',
  'churn',
  'contracts',
  'contacts',
  'prospects',
] as const;
export const importKindSchema = z.enum(importKinds);
export type ImportKind = z.output<typeof importKindSchema>;

/**
 * System that assigned the ids in a file, such as salesforce. Equal ids in two systems are
 * different institutions.
 */
export const externalSourceSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,39}$/,
    'must be up to 40 letters, digits, dots, dashes and underscores',
  );
/** Source system of a file for which none is given. */
export const defaultExternalSource = 'import';

/** Order of day and month in dates such as 3/9/2026. All dates of a column have the same order. */
export const dateOrderSchema = z.enum(['month-first', 'day-first']);
export type DateOrder = z.output<typeof dateOrderSchema>;

/** Format of numbers: 1,204.50 has a decimal point, and 1.204,50 has a decimal comma. */
export const numberFormatSchema = z.enum(['decimal-point', 'decimal-comma']);
export type NumberFormat = z.output<typeof numberFormatSchema>;

/**
 * Number in a file that has different values in the two number formats, with its column and both
 * readings.
 */
export const numberQuestionSchema = z.strictObject({
  header: z.string(),
  value: z.string(),
  line: z.int(),
  readings: z.record(numberFormatSchema, z.number()),
});
export type AmbiguousNumber = z.output<typeof numberQuestionSchema>;

/**
 * Formats the value of a cell as read in one number format. The two readings look different:
 * '1,204' and '1.204'.
 */
export function numberReadingText({ readings }: AmbiguousNumber, format: NumberFormat): string {
  const value = readings[format];
  return value.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(value) ? 0 : 3 });
}

/**
 * Handling of repeated usage rows for the same location, product and day. `add` adds them up,
 * `replace` uses the last row.
 */
export const repeatedRowsHandlingSchema = z.enum(['add', 'replace']);
export type RepeatedRowsHandling = z.output<typeof repeatedRowsHandlingSchema>;

/**
 * Lines of two usage rows for the same location, product and day. The user has to choose how such
 * rows are handled.
 */
export const repeatedRowsQuestionSchema = z.strictObject({
  repeatedLines: z.tuple([z.int(), z.int()]),
});
export type RepeatedUsageRows = z.output<typeof repeatedRowsQuestionSchema>;

/** Problem of a cell. Line numbers start at 1 and include the header. */
export const rejectedCellSchema = z.strictObject({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});
export type RejectedCell = z.output<typeof rejectedCellSchema>;

/**
 * Column of a file, the Chairside column or product for which it is used, and a note for users. An
 * unused column has `null`.
 */
const fileColumnSchema = z.strictObject({
  header: z.string(),
  usedAs: z.string().nullable(),
  note: z.string().nullable(),
});
export type ImportedColumnUse = z.output<typeof fileColumnSchema>;

/**
 * Number of unusable cells with the same reason. `imported` is `true` when the rows of these cells
 * were imported without the cells.
 */
const unusableCellCountSchema = z.strictObject({
  column: z.string(),
  reason: z.string(),
  cells: z.int(),
  imported: z.boolean(),
});
export type UnusableCellCount = z.output<typeof unusableCellCountSchema>;

/** Owner of imported customers. */
const importedOwnerSchema = z.strictObject({
  name: z.string(),
  customers: z.int(),
  /**
   * Reason why the owner is not an active user: no user has the name or email address, the user is
   * disabled, several users have the name, or too many owners are unknown. In the last two cases the
   * customers keep their owners. `null` for an active user.
   */
  problem: z.enum(['noUser', 'disabled', 'ambiguous', 'notAssigned']).nullable(),
});
export type ImportedOwner = z.output<typeof importedOwnerSchema>;

/**
 * Result of an import. Each row counts in exactly one of: added, changed, unchanged, superseded,
 * skipped, rejected.
 */
export const importReportSchema = z.strictObject({
  kind: importKindSchema,
  rowsRead: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows replaced by a later row of the same file. */
  superseded: z.int(),
  /**
   * Rows that the import options exclude: known rows when only new rows are imported, or new rows
   * when only known rows are imported.
   */
  skipped: z.int(),
  rejected: z.int(),
  /** First 100 rejects. For a file import, the rejects file contains all rejects and warnings. */
  rejects: z.array(rejectedCellSchema),
  /** Number of unusable cells in imported rows. */
  warned: z.int(),
  warnings: z.array(rejectedCellSchema),
  /**
   * `undated`: number of practices whose institution has no created, go-live or first-seen date.
   * They count as existing customers that are past the grace period. `newcomers`: number of added
   * practices that have no date and whose source was imported before. They count as new from the
   * day of the import.
   */
  undated: z.int(),
  newcomers: z.int(),
  /**
   * Number of locations that moved to another institution. They are closed in the previous
   * institution.
   */
  moved: z.int(),
  /** Notes about the import for users. */
  notes: z.array(z.string()),
  /** Reasons for unusable cells, most frequent first. */
  reasons: z.array(unusableCellCountSchema),
  /** Columns of the file from left to right. */
  columns: z.array(fileColumnSchema),
  /** Owners of the customers, most customers first; omitted without a column of owners. */
  owners: z.array(importedOwnerSchema).optional(),
  /** Values that may need a mapping; omitted in reports of an earlier version. */
  values: z.array(columnValuesSchema).optional(),
});
export type ImportReport = z.output<typeof importReportSchema>;

/**
 * Endpoint to which other systems send data. The body is a CSV stream, and the Authorization header
 * contains the API key.
 */
export const postIngest = endpoint({
  method: 'POST',
  path: '/api/ingest/:kind',
  summary:
    'Import practices, usage, entitlements, churn notices, contracts, contacts or prospects from CSV',
  params: z.strictObject({ kind: importKindSchema }),
  query: z.object({
    source: externalSourceSchema.default(defaultExternalSource),
    /** Order of day and month for columns whose dates don't show the order. */
    dates: dateOrderSchema.optional(),
    /** Number format for columns whose numbers don't show the format. */
    numbers: numberFormatSchema.optional(),
    /**
     * `true` imports the usable rows of a file despite a warning, for example about a largely
     * unusable column.
     */
    accept: z.stringbool().default(false),
    /**
     * Handling of usage rows for the same location, product and day. When omitted, a file with many
     * such rows is not imported.
     */
    repeats: repeatedRowsHandlingSchema.optional(),
    /**
     * `true` adds an entitlement for each product that a customer uses but never had an entitlement
     * for. Only for usage.
     */
    entitle: z.stringbool().default(false),
  }),
  body: z.unknown(),
  response: importReportSchema,
});
