import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CannotContinueError } from '#server/core/errors.ts';
import { streamFileBytes } from '#server/core/file-streams.ts';
import { createHeaderSplitter } from '#server/imports/reading/file/csv.ts';
import { convertToUtf8 } from '#server/imports/reading/file/encoding.ts';
import { detectFileKind } from '#server/imports/reading/header/file-kind.ts';
import { countKnownCells } from '#server/imports/reading/header/known-headers.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { type CommandMappings, pairsOfFile, parseMappings } from '../commands/import-mappings.ts';

export interface ImportFolderFile {
  kind: ImportKind;
  path: string;
  name: string;
  /** Columns and values that the user mapped for this file. */
  mapping: CommandMappings['mapping'];
  mappedValues: CommandMappings['values'];
}

export interface ImportFolder {
  path: string;
  /** Files in the order of their import. */
  files: ImportFolderFile[];
  unknown: { name: string; why: string }[];
}

/** Order of the imports. Practices come first, because the other files refer to practices. */
const order = ['practices', 'entitlements', 'usage'] as const;

/**
 * Detects the kind of each file in a folder from its header. Throws `Refusal` when the folder does
 * not exist or has no files.
 */
export async function readImportFolder(
  path: string,
  maps: readonly string[] = [],
): Promise<ImportFolder> {
  const names = await fileNames(path);
  if (names.length === 0)
    throw new CannotContinueError(
      `${path} has no files. Put the CSV exports of practices, entitlements and usage there.`,
    );
  const found: ({ name: string } & DetectedFile)[] = [];
  const fitting = new Set<string>();
  for (const name of names) {
    const file = await takenFor(join(path, name), maps);
    if ('kind' in file) for (const pair of file.pairs) fitting.add(pair);
    found.push({ name, ...file });
  }
  const unused = maps.find((pair) => !fitting.has(pair));
  if (unused !== undefined)
    throw new CannotContinueError(
      `--map "${unused}" fits no file of ${path}: no file has this header, or Chairside has no such column.`,
    );
  return {
    path,
    files: order.flatMap((kind) =>
      found.flatMap((file) =>
        'kind' in file && file.kind === kind
          ? [fileOf({ ...file, path: join(path, file.name) })]
          : [],
      ),
    ),
    unknown: found.flatMap((file) => ('why' in file ? [file] : [])),
  };
}

/** Detected kind of a file with the options `--map` that fit it, or why it is not used. */
type DetectedFile = { kind: ImportKind; pairs: string[] } | { why: string };

function fileOf({
  kind,
  name,
  path,
  pairs,
}: {
  kind: ImportKind;
  name: string;
  path: string;
  pairs: string[];
}): ImportFolderFile {
  const { mapping, values } = parseMappings(pairs, kind);
  return { kind, name, path, mapping, mappedValues: values };
}

/**
 * Returns the file names in natural order, in which 10 follows 2. Leaves out hidden files and the
 * files with rejected rows.
 */
async function fileNames(path: string): Promise<string[]> {
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CannotContinueError(`There is no folder ${path}.`);
    if (error.code === 'ENOTDIR')
      throw new CannotContinueError(
        `${path} is a file. Name its folder, or import only this file: npm run import -- practices ${path}`,
      );
    throw new CannotContinueError(`Couldn't read the folder ${path}: ${error.message}`);
  });
  const kept: string[] = [];
  for (const name of entries.filter(
    (entry) => !entry.startsWith('.') && !entry.endsWith('.rejects.csv'),
  )) {
    const found = await stat(join(path, name)).catch(() => undefined);
    if (found === undefined || found.isFile()) kept.push(name);
  }
  return kept.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

async function takenFor(path: string, maps: readonly string[]): Promise<DetectedFile> {
  if (!/\.(csv|tsv|txt)$/i.test(path))
    return { why: `Only .csv, .tsv and .txt are read${spreadsheetHint(path)}.` };
  try {
    const headerLine = await createHeaderSplitter(convertToUtf8(streamFileBytes(path)));
    const headerUnder = (kind: ImportKind) =>
      headerLine((header) => countKnownCells(kind, header, mappingOf(kind, header)));
    const mappingOf = (kind: ImportKind, header: readonly string[]) =>
      parseMappings(pairsOfFile(maps, kind, header), kind).mapping;
    const detected = detectFileKind(headerUnder, mappingOf);
    return 'why' in detected
      ? detected
      : { ...detected, pairs: pairsOfFile(maps, detected.kind, headerUnder(detected.kind) ?? []) };
  } catch (error) {
    if (error instanceof ImportRefused) return { why: error.message };
    if (error instanceof Error && 'syscall' in error)
      return { why: `It is unreadable: ${error.message}.` };
    throw error;
  }
}

const spreadsheetHint = (path: string) =>
  /\.(xlsx?|ods|numbers)$/i.test(basename(path)) ? '; save it as CSV' : '';
