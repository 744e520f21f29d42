import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CannotContinueError } from '#server/core/errors.ts';
import { streamFileBytes } from '#server/core/file-streams.ts';
import { withProgressBar } from '#server/core/progress.ts';
import { connectedCrmName } from '#server/crm/choose-crm.ts';
import { importCsv } from '#server/imports/import.ts';
import { omittedRejectsText, RejectsFile } from '#server/imports/rejects-file.ts';
import { findSavedValueMap } from '#server/imports/runs/saved-values-queries.ts';
import type { ImportKind, ImportReport } from '#shared/imports/report.ts';
import type { ValueMap } from '#shared/imports/values.ts';
import { mergeValueMaps } from './import-mappings.ts';
import type { FileReadingOptions } from './import-options.ts';
import type { CommandDependencies } from './run-job.ts';

export interface FileImport extends FileReadingOptions {
  kind: ImportKind;
  file: string;
  /** Headers in the file, by the Chairside column for which they are used. */
  mapping?: Record<string, string>;
  /** Values of the file that are replaced by others, besides those saved for the source. */
  mappedValues?: ValueMap;
  /** Path of the rejects file. */
  rejects: string;
  dryRun?: boolean;
}

export type PrintLine = (line: string) => void;

export const buildRejectsFileName = (file: string): string => `${basename(file)}.rejects.csv`;

/**
 * Imports a file and shows the progress. Then prints the report and the path of the rejects file.
 */
export async function importFile(
  { database, env, clock }: CommandDependencies,
  plan: FileImport,
  say: PrintLine,
  lines: (report: ImportReport) => string[],
): Promise<void> {
  const size = await fileSize(plan.file);
  const rejects = new RejectsFile(plan.rejects);
  const { mappedValues, ...options } = plan;
  const values = mergeValueMaps(
    await findSavedValueMap(database.background, plan.kind, plan.externalSource),
    mappedValues,
  );
  try {
    const report = await withProgressBar(`Importing ${plan.kind}`, (update) =>
      importCsv({
        ...options,
        values,
        input: streamFileBytes(plan.file),
        source: `file ${basename(plan.file)}`,
        database,
        clock,
        timeZone: env.BUSINESS_TIME_ZONE,
        connectedCrm: connectedCrmName(env),
        onProgress: (bytes) => update(bytes, size, bytes < size ? '' : 'merging'),
        onLeftOut: (cells) => rejects.add(cells),
        onRead: () => rejects.close(),
      }),
    );
    for (const line of lines(report)) say(line);
  } finally {
    await rejects.close();
    if (rejects.isMade) say(whereRejectsAre(plan.rejects, rejects));
  }
}

const whereRejectsAre = (file: string, { rowsLeftOut }: RejectsFile): string =>
  rowsLeftOut === 0
    ? `All unusable cells are in ${file}.`
    : `The first unusable cells are in ${file}. ${omittedRejectsText(rowsLeftOut)}`;

export async function fileSize(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new CannotContinueError(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read: ${error.message}`,
    );
  });
  if (!found.isFile()) throw new CannotContinueError(`${file} is not a file.`);
  return found.size;
}
