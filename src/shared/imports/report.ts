import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

export const importKinds = ['practices', 'usage', 'entitlements', 'churn', 'contracts', 'contacts', 'prospects'] as const;
export const importKindSchema = z.enum(importKinds);
export type ImportKind = z.output<typeof importKindSchema>;

/** The system whose ids a file has, such as salesforce. The same id of two systems is two institutions. */
export const externalSourceSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, 'is up to 40 letters, digits, dots, dashes and underscores');
/** Where nobody names the system. */
export const defaultExternalSource = 'import';

/** Which number of 3/9/2026 is the month. A column has one order. */
export const dateOrderSchema = z.enum(['month-first', 'day-first']);
export type DateOrder = z.output<typeof dateOrderSchema>;

/** Notation of numbers: 1,204.50 has a decimal point, 1.204,50 a decimal comma. */
export const numberFormatSchema = z.enum(['decimal-point', 'decimal-comma']);
export type NumberFormat = z.output<typeof numberFormatSchema>;

/** Number of a file with different values in the two number formats, with its column and both readings. */
export const numberQuestionSchema = z.strictObject({
  header: z.string(),
  value: z.string(),
  line: z.int(),
  readings: z.record(numberFormatSchema, z.number()),
});
export type NumberQuestion = z.output<typeof numberQuestionSchema>;

/** Returns the value of a question's cell in one format, with its groups or three decimals visible: '1,204', '1.204'. */
export function readingInWords({ readings }: NumberQuestion, format: NumberFormat): string {
  const value = readings[format];
  return value.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(value) ? 0 : 3 });
}

/** Handling of several usage rows for the same location, product and day: add them up, or let the last replace the others. */
export const repeatsSchema = z.enum(['add', 'replace']);
export type Repeats = z.output<typeof repeatsSchema>;

/** Lines of two usage rows for the same location, product and day, when the handling of such rows has to be chosen. */
export const repeatsQuestionSchema = z.strictObject({ repeatedLines: z.tuple([z.int(), z.int()]) });
export type RepeatsQuestion = z.output<typeof repeatsQuestionSchema>;

/** What is wrong with one cell of a file: its line counts from 1 and includes the header. */
export const rejectSchema = z.strictObject({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() });
export type Reject = z.output<typeof rejectSchema>;

/** A column of a file and what it was used as: one of ours, a product, or nothing; and what is to be known about that. */
const fileColumnSchema = z.strictObject({ header: z.string(), usedAs: z.string().nullable(), note: z.string().nullable() });
export type FileColumn = z.output<typeof fileColumnSchema>;

/** How often cells could not be used for one reason, and whether their rows went in without them. */
const reasonSchema = z.strictObject({ column: z.string(), reason: z.string(), cells: z.int(), imported: z.boolean() });
export type RejectReason = z.output<typeof reasonSchema>;

/** Every row read is one of added, changed, unchanged, superseded, skipped or rejected. */
export const importReportSchema = z.strictObject({
  kind: importKindSchema,
  rowsRead: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows that a later row of the same file for the same thing replaced. */
  superseded: z.int(),
  /** Rows that were left out as it was asked for: known ones that were not to be changed, or new ones that were not to be added. */
  skipped: z.int(),
  rejected: z.int(),
  /** Up to the first hundred; a file import writes all of them, and the warnings, beside its input. */
  rejects: z.array(rejectSchema),
  /** Cells that were left out of rows that went in. */
  warned: z.int(),
  warnings: z.array(rejectSchema),
  /** Practices without a created date and a go-live, which are taken as old; and those among the added that are taken as new. */
  undated: z.int(),
  newcomers: z.int(),
  /** Locations whose id came with another institution than before, which are closed in the old one. */
  moved: z.int(),
  /** Sentences on these. */
  notes: z.array(z.string()),
  /** Why cells could not be used, the commonest reason first. */
  reasons: z.array(reasonSchema),
  /** Every column of the file, from left to right. */
  columns: z.array(fileColumnSchema),
});
export type ImportReport = z.output<typeof importReportSchema>;

/** The body is the CSV itself, streamed; the caller proves itself with an API key in the Authorization header. */
export const postIngest = endpoint({
  method: 'POST',
  path: '/api/ingest/:kind',
  summary: 'Load practices, usage, entitlements, churn notices, contracts, contacts or prospects from CSV',
  params: z.strictObject({ kind: importKindSchema }),
  query: z.object({
    source: externalSourceSchema.default(defaultExternalSource),
    /** The order of day and month, where the dates themselves do not tell. */
    dates: dateOrderSchema.optional(),
    /** The number format of columns that can be read in two ways. */
    numbers: numberFormatSchema.optional(),
    /** Takes what can be used of a file of which a column is largely unusable. */
    accept: z.stringbool().default(false),
    /** Handling of usage rows for the same location, product and day. Without it, many of them stop the file. */
    repeats: repeatsSchema.optional(),
    /** Of usage: products that a customer uses, and of which nothing is known, are ones that it may use. */
    entitle: z.stringbool().default(false),
  }),
  body: z.unknown(),
  response: importReportSchema,
});
