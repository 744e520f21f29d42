import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { importKindSchema, importReportSchema } from './report.ts';
import { undoReportSchema } from './undo.ts';

export const importRunSchema = z.strictObject({
  importId: z.uuid(),
  kind: importKindSchema,
  source: z.string(),
  externalSource: z.string(),
  state: z.enum([
    'running',
    'paused',
    'succeeded',
    'failed',
    'undone',
    'undo',
    'canceling',
    'canceled',
  ]),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  report: importReportSchema.nullable(),
  undoReport: undoReportSchema.nullable(),
  error: z.string().nullable(),
  /** Time until which the import can be undone; `null` when it cannot. */
  undoableUntil: z.iso.datetime().nullable(),
  /** `true` while an undo is queued or running. */
  isBeingUndone: z.boolean(),
  /** Reason why the last undo failed; otherwise `null`. */
  undoError: z.string().nullable(),
  /** Upload of the import; `null` for a feed or command. */
  uploadId: z.uuid().nullable(),
});
export type ImportRun = z.output<typeof importRunSchema>;

export const getImportRuns = endpoint({
  method: 'GET',
  path: '/api/imports/runs',
  summary: 'The imports of the last 90 days, newest first',
  role: 'admin',
  response: createListAnswerSchema(importRunSchema),
});

export const exportImportRuns = {
  path: '/api/imports/runs/export',
  summary: 'Export imports as CSV, filtered and sorted by the search parameters',
  role: 'admin',
  query: z.object({}),
} satisfies CsvExport;

const runParams = z.strictObject({ importId: z.uuid() });

export const getImportUndoPreview = endpoint({
  method: 'GET',
  path: '/api/imports/runs/:importId/undo',
  summary: 'Preview the result of undoing an import',
  role: 'admin',
  params: runParams,
  response: undoReportSchema,
});

export const postImportUndo = endpoint({
  method: 'POST',
  path: '/api/imports/runs/:importId/undo',
  summary: 'Undo an import',
  role: 'admin',
  params: runParams,
  body: z.strictObject({
    /**
     * `true` undoes the unchanged rows when other rows were changed after the import. `false`
     * undoes all rows or none.
     */
    leavesChanged: z.boolean(),
  }),
  response: importRunSchema,
});
