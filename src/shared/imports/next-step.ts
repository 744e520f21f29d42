import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { scoreDataKinds } from '#shared/scoring/first-steps.ts';
import { type ImportKind, importKindSchema } from './report.ts';

/**
 * Kinds of files in the order in which they are imported: the kinds that scores need, then
 * revenue, contacts and churn.
 */
export const importOrder = [
  ...scoreDataKinds,
  'contracts',
  'contacts',
  'churn',
] as const satisfies readonly ImportKind[];

/** Returns the next kind of file to import; `null` when every kind has been imported. */
export const nextImport = (missing: readonly ImportKind[]): (typeof importOrder)[number] | null =>
  importOrder.find((kind) => missing.includes(kind)) ?? null;

export const getMissingImports = endpoint({
  method: 'GET',
  path: '/api/imports/missing',
  summary: 'List the kinds of files of which the database has no rows',
  role: 'admin',
  response: z.strictObject({ missing: z.array(importKindSchema) }),
});
