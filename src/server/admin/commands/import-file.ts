import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import { Refusal } from '#server/core/errors.ts';
import { withProgress } from '#server/core/progress.ts';
import { importCsv } from '#server/imports/import.ts';
import type { LeftOut } from '#server/imports/reading/reading.ts';
import type { ImportKind, ImportReport } from '#shared/imports/report.ts';
import type { FilesReadAs } from './import-options.ts';
import type { Surroundings } from './run-job.ts';

export interface FileImport extends FilesReadAs {
  kind: ImportKind;
  file: string;
  /** Column to the header that it has in the file. */
  mapping?: Record<string, string>;
  /** Where every cell goes that could not be used. */
  rejects: string;
  dryRun?: boolean;
  /** Of usage: products that a customer uses, and of which nothing is known, are ones that it may use. */
  entitles?: boolean;
}

export type Say = (line: string) => void;

/** Where the cells of a file go that could not be used, unless somebody names another place. */
export const rejectsPath = (file: string): string => `${basename(file)}.rejects.csv`;

/** Imports a file, shows how far it is, and says what became of it: these lines of the report, and where the rejects are. */
export async function importFile(
  { database, env, clock }: Surroundings,
  plan: FileImport,
  say: Say,
  lines: (report: ImportReport) => string[],
): Promise<void> {
  const size = await sizeOf(plan.file);
  const rejects = rejectsFile(plan.rejects);
  try {
    const report = await withProgress(`Importing ${plan.kind}`, (update) =>
      importCsv({
        ...plan,
        input: createReadStream(plan.file),
        source: `file ${basename(plan.file)}`,
        database,
        clock,
        timeZone: env.BUSINESS_TIME_ZONE,
        onProgress: (bytes) => update(bytes, size, bytes < size ? '' : 'merging'),
        onLeftOut: (cells) => rejects.add(cells),
      }),
    );
    for (const line of lines(report)) say(line);
  } finally {
    if (await rejects.close()) say(`Every cell that could not be used is in ${plan.rejects}.`);
  }
}

export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new Refusal(`${file} is not a file.`);
  return found.size;
}

/** The file of cells that could not be used, made only when there is one. */
export function rejectsFile(path: string) {
  let csv: Stringifier | undefined;
  let written: Promise<void> | undefined;
  return {
    async add(cells: LeftOut[]): Promise<void> {
      if (csv === undefined) {
        csv = stringify({ header: true, columns: ['line', 'column', 'value', 'reason', 'row'], escape_formulas: true });
        written = finished(csv.pipe(createWriteStream(path)));
        // Whoever closes the file hears of a failure; until then it must not end the process.
        written.catch(() => undefined);
      }
      for (const { imported, ...cell } of cells)
        if (!csv.write({ ...cell, row: imported ? 'imported' : 'rejected' })) await new Promise((resolve) => csv?.once('drain', resolve));
    },
    /** Answers whether the file was made. */
    async close(): Promise<boolean> {
      csv?.end();
      await written;
      return csv !== undefined;
    },
  };
}
