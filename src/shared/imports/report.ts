import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

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
 * System that assigned the ids in a file, such as salesforce. The same id in two systems is two
 * institutions.
 */
export const externalSourceSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,39}$/,
    'must be up to 40 letters, digits, dots, dashes and underscores',
  );
/** Source system when none is given. */
export const defaultExternalSource = 'import';

/** Order of day and month in dates such as 3/9/2026. All dates of a column have the same order. */
export const dateOrderSchema = z.enum(['month-first', 'day-first']);
export type DateOrder = z.output<typeof dateOrderSchema>;

/** Notation of numbers: 1,204.50 has a decimal point, 1.204,50 a decimal comma. */
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
export type NumberQuestion = z.output<typeof numberQuestionSchema>;

/**
 * Returns the cell's value as read in one format, written out so that the readings differ visibly:
 * '1,204', '1.204'.
 */
export function readingInWords({ readings }: NumberQuestion, format: NumberFormat): string {
  const value = readings[format];
  return value.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(value) ? 0 : 3 });
}

/**
 * Handling of repeated usage rows for one location, product and day: add them up, or use the last
 * one.
 */
export const repeatsSchema = z.enum(['add', 'replace']);
export type Repeats = z.output<typeof repeatsSchema>;

/**
 * Lines of two usage rows for the same location, product and day, when the handling of such rows
 * has to be chosen.
 */
export const repeatsQuestionSchema = z.strictObject({ repeatedLines: z.tuple([z.int(), z.int()]) });
export type RepeatsQuestion = z.output<typeof repeatsQuestionSchema>;

/** Problem of a cell. Lines count from 1 and include the header. */
export const rejectSchema = z.strictObject({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});
export type Reject = z.output<typeof rejectSchema>;

/**
 * Column of a file with the Chairside column or product that it is used as (`null` if unused), and
 * a note for users.
 */
const fileColumnSchema = z.strictObject({
  header: z.string(),
  usedAs: z.string().nullable(),
  note: z.string().nullable(),
});
export type FileColumn = z.output<typeof fileColumnSchema>;

/**
 * Number of unusable cells with the same reason, and whether their rows were imported without them.
 */
const reasonSchema = z.strictObject({
  column: z.string(),
  reason: z.string(),
  cells: z.int(),
  imported: z.boolean(),
});
export type RejectReason = z.output<typeof reasonSchema>;

/** Result of an import. Every row is added, changed, unchanged, superseded, skipped or rejected. */
export const importReportSchema = z.strictObject({
  kind: importKindSchema,
  rowsRead: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows replaced by a later row of the same file. */
  superseded: z.int(),
  /**
   * Rows skipped by request: known rows when only new ones are imported, or new rows when only
   * known ones are.
   */
  skipped: z.int(),
  rejected: z.int(),
  /**
   * First rejects, up to 100. A file import writes all rejects and warnings to the rejects file.
   */
  rejects: z.array(rejectSchema),
  /** Number of unusable cells in imported rows. */
  warned: z.int(),
  warnings: z.array(rejectSchema),
  /**
   * Numbers of practices without a created or go-live date. `undated` practices count as existing
   * customers; `newcomers`, which this import added, count as new ones.
   */
  undated: z.int(),
  newcomers: z.int(),
  /** Locations that moved to another institution. They are closed in the old one. */
  moved: z.int(),
  /** Notes for users on these counts. */
  notes: z.array(z.string()),
  /** Reasons for unusable cells, most frequent first. */
  reasons: z.array(reasonSchema),
  /** Columns of the file from left to right. */
  columns: z.array(fileColumnSchema),
});
export type ImportReport = z.output<typeof importReportSchema>;

/** Endpoint for feeds. The body is a CSV stream, and the Authorization header has the API key. */
export const postIngest = endpoint({
  method: 'POST',
  path: '/api/ingest/:kind',
  summary:
    'Import practices, usage, entitlements, churn notices, contracts, contacts or prospects from CSV',
  params: z.strictObject({ kind: importKindSchema }),
  query: z.object({
    source: externalSourceSchema.default(defaultExternalSource),
    /** Order of day and month, when the dates themselves do not decide it. */
    dates: dateOrderSchema.optional(),
    /** The number format of columns that can be read in two ways. */
    numbers: numberFormatSchema.optional(),
    /**
     * `true` imports the usable rows of a file despite reasons to stop, such as a column that is
     * largely unusable.
     */
    accept: z.stringbool().default(false),
    /**
     * Handling of usage rows for the same location, product and day. When omitted, a file with many
     * such rows is not imported.
     */
    repeats: repeatsSchema.optional(),
    /**
     * `true` entitles customers to products that they use and that have no known entitlement.
     * Applies to usage.
     */
    entitle: z.stringbool().default(false),
  }),
  body: z.unknown(),
  response: importReportSchema,
});
