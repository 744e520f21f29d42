import { z } from 'zod';
import { endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import {
  dateOrderSchema,
  externalSourceSchema,
  importKindSchema,
  importReportSchema,
  numberFormatSchema,
  numberQuestionSchema,
  repeatedRowsHandlingSchema,
  repeatedRowsQuestionSchema,
} from './report.ts';
import { valueMapSchema } from './values.ts';

/** Maximum size of an upload in bytes. */
export const maxUploadBytes = 1024 ** 3;
/** Content type of every upload, regardless of the file's format. */
export const uploadContentType = 'application/octet-stream';

export const uploadStates = [
  'uploaded',
  'to_check',
  'checking',
  'checked',
  'to_import',
  'importing',
  'paused',
  'cancelling',
  'done',
  'failed',
  'cancelled',
] as const;
export type UploadState = (typeof uploadStates)[number];

/** Use of each header: a Chairside column, or `null` when the header is unused. */
const usesSchema = z.record(textSchema.max(300), textSchema.max(60).nullable());

export const importPlanSchema = z.strictObject({
  kind: importKindSchema,
  externalSource: externalSourceSchema,
  uses: usesSchema.refine(
    (uses) => Object.keys(uses).length <= 200,
    'must have at most 200 columns',
  ),
  /** Values of the file that are replaced by others, by column. */
  values: valueMapSchema.default({}),
  /** Order of day and month; `null` when the file's dates show it. */
  dates: dateOrderSchema.nullable(),
  /** Number format; `null` when the file's numbers show it. */
  numbers: numberFormatSchema.nullable().default(null),
  /**
   * `true` adds an entitlement for each product that a customer uses but never had an entitlement
   * for. Only for usage files.
   */
  entitles: z.boolean().default(false),
  /**
   * Handling of usage rows for the same location, product and day. When omitted and the file has
   * many such rows, the check asks the user.
   */
  repeats: repeatedRowsHandlingSchema.optional(),
  /** `true` imports practices without a column of customer ids. */
  withoutIds: z.boolean().default(false),
  /**
   * Rows to import: `known` rows change stored data, `new` rows are added. At least one is `true`.
   */
  takes: z
    .strictObject({ known: z.boolean(), new: z.boolean() })
    .refine(({ known, new: isNew }) => known || isNew, 'must include known rows, new rows or both'),
});
export type ImportPlan = z.output<typeof importPlanSchema>;

/** Column of a file that could be used as the missing column, with its content. */
const columnCandidateSchema = z.strictObject({
  header: z.string(),
  /** Number of inspected rows, of rows with a value, and of different values. */
  rows: z.int(),
  filled: z.int(),
  distinct: z.int(),
  samples: z.array(z.string()),
});
export type ColumnCandidate = z.output<typeof columnCandidateSchema>;

/** Question which column of the file is the missing name or id. */
const missingColumnQuestionSchema = z.strictObject({
  missingColumn: z.enum(['institutionId', 'name', 'prospectName']),
  candidates: z.array(columnCandidateSchema),
  /** `false` when the file can also be imported without the column. */
  isRequired: z.boolean(),
});
export type MissingColumnQuestion = z.output<typeof missingColumnQuestionSchema>;

/** Question to the user about values with several possible meanings. */
const importQuestionSchema = z.union([
  numberQuestionSchema,
  repeatedRowsQuestionSchema,
  missingColumnQuestionSchema,
]);
export type ImportQuestion = z.output<typeof importQuestionSchema>;

export const uploadSchema = z.strictObject({
  uploadId: z.uuid(),
  fileName: z.string(),
  bytes: z.number(),
  /** SHA-256 of the file as the server received it; `null` for an older upload. */
  sha256: z.string().nullable(),
  version: z.int(),
  state: z.enum(uploadStates),
  plan: importPlanSchema.nullable(),
  /** Choices of the user since the last check; `null` when there are none. */
  draft: importPlanSchema.nullable(),
  /** Result of the last check. After the import, the result of the import. */
  report: importReportSchema.nullable(),
  /** Reasons why the file should not be imported as it is; `null` when there are none. */
  warning: z.string().nullable(),
  error: z.string().nullable(),
  /** Question of the last check to the user; `null` when the check has no question. */
  question: importQuestionSchema.nullable(),
  importId: z.uuid().nullable(),
  /** `true` when there is a rejects file to download. */
  hasRejects: z.boolean(),
  /** Number of rows left out of the rejects file because the file was full. */
  rejectsLeftOut: z.int(),
});
export type Upload = z.output<typeof uploadSchema>;

const uploadParams = z.strictObject({ uploadId: z.uuid() });
const atVersion = z.strictObject({ version: versionSchema });

export const postUpload = endpoint({
  method: 'POST',
  path: '/api/imports/uploads/:uploadId',
  summary: 'Upload a file to import; the request body contains the file’s bytes',
  role: 'admin',
  params: uploadParams,
  query: z.object({ name: textSchema.trim().min(1).max(255) }),
  body: z.unknown(),
  response: uploadSchema,
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/imports/uploads/:uploadId',
  summary: 'Get an upload and its progress',
  role: 'admin',
  params: uploadParams,
  response: uploadSchema,
});

const fileColumnUseSchema = z.strictObject({
  header: z.string(),
  samples: z.array(z.string()),
  usedAs: z.string().nullable(),
  /** Explanation of the column's use; `null` when the header explains it. */
  note: z.string().nullable(),
  /** `true` when an earlier column has the same header. This column then cannot be used. */
  isDouble: z.boolean(),
});
export type FileColumnUse = z.output<typeof fileColumnUseSchema>;

export const getUploadColumns = endpoint({
  method: 'GET',
  path: '/api/imports/uploads/:uploadId/columns',
  summary:
    'List the columns of an upload and what each is imported as. The defaults come from the last file of the source, otherwise from the headers',
  role: 'admin',
  params: uploadParams,
  query: z.object({ kind: importKindSchema.optional(), source: externalSourceSchema.optional() }),
  response: z.strictObject({
    /** Kind of file detected from the header; `null` when the header does not decide it. */
    guessedKind: importKindSchema.nullable(),
    kind: importKindSchema,
    source: externalSourceSchema,
    columns: z.array(fileColumnUseSchema),
    choices: z.array(z.strictObject({ key: z.string(), title: z.string() })),
    dates: dateOrderSchema.nullable(),
    numbers: numberFormatSchema.nullable(),
    /** Mapped values of the last file of this source. */
    values: valueMapSchema,
    /** `true` when the column uses come from an earlier file of this source. */
    isRemembered: z.boolean(),
    /** `true` when any customer has a known entitlement. */
    knowsEntitlements: z.boolean(),
    /** Source systems of earlier imports. */
    knownSources: z.array(z.string()),
  }),
});
export type UploadColumns = z.output<typeof getUploadColumns.response>;

export const postImportPlan = endpoint({
  method: 'POST',
  path: '/api/imports/uploads/:uploadId/plan',
  summary:
    'Set the import options of an upload and check the upload. The check reads every row and writes nothing',
  role: 'admin',
  params: uploadParams,
  body: importPlanSchema.extend(atVersion.shape),
  response: uploadSchema,
});

export const postImportDraft = endpoint({
  method: 'POST',
  path: '/api/imports/uploads/:uploadId/draft',
  summary: 'Save the import options of an upload without checking the upload',
  role: 'admin',
  params: uploadParams,
  body: importPlanSchema,
  response: uploadSchema,
});

export const postImportStart = endpoint({
  method: 'POST',
  path: '/api/imports/uploads/:uploadId/start',
  summary: 'Import a checked upload',
  role: 'admin',
  params: uploadParams,
  body: atVersion,
  response: uploadSchema,
});

export const postImportAction = endpoint({
  method: 'POST',
  path: '/api/imports/uploads/:uploadId/action',
  summary: 'Pause, resume or cancel an import; a cancellation undoes the written rows',
  role: 'admin',
  params: uploadParams,
  body: z.strictObject({ action: z.enum(['pause', 'resume', 'cancel']) }),
  response: uploadSchema,
});

export const uploadRejectsPath = '/api/imports/uploads/:uploadId/rejects';
/** Name of the job that checks, imports and undoes uploads. */
export const uploadProcessingJobName = 'imports.run';
