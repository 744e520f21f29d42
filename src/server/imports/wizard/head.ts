import type { ImportKind } from '#shared/imports/report.ts';
import type { FileColumnUse } from '#shared/imports/wizard.ts';
import { readText } from '../reading/cells/cells.ts';
import { createHeaderSplitter, readCsv } from '../reading/file/csv.ts';
import { type ByteChunks, convertToUtf8 } from '../reading/file/encoding.ts';
import { addressIndicatorColumns, detectFileKind } from '../reading/header/file-kind.ts';
import { findHeaderColumns } from '../reading/header/header.ts';
import { countKnownCells } from '../reading/header/known-headers.ts';
import { buildMappingFromColumnUses, type ColumnUses } from '../reading/header/uses.ts';
import { ImportRefused } from '../reading/import-error.ts';
import { cellExcerpt } from '../reading/row-reader.ts';

const sampleRows = 4;

/**
 * Returns the kind of a file by its header; `null` when the header fits no kind or several kinds.
 */
export async function detectImportKind(input: ByteChunks): Promise<ImportKind | null> {
  const headerUnder = await createHeaderSplitter(convertToUtf8(input));
  const under = (kind: ImportKind) => headerUnder((header) => countKnownCells(kind, header));
  const fits = (
    kind: ImportKind,
    isMarked: (header: readonly string[], columns: readonly string[]) => boolean,
  ) => {
    const header = under(kind);
    if (header === undefined) return false;
    const { columns, missing } = findHeaderColumns(kind, header);
    return missing.length === 0 && isMarked(header, columns);
  };
  // These columns distinguish a list of contacts from a list of customers.
  if (
    fits(
      'contacts',
      (_, columns) =>
        columns.includes('email') && !columns.includes('product') && !isAddressed(under),
    )
  )
    return 'contacts';
  if (fits('prospects', (header) => header.some((cell) => /\b(prospect|lead)\b/i.test(cell))))
    return 'prospects';
  const taken = detectFileKind(under);
  if ('kind' in taken) return taken.kind;
  // Only lists of churn notices and lists of contracts have these date columns.
  const fitting = (['churn', 'contracts'] as const).filter((kind) => fits(kind, () => true));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/**
 * Returns `true` for a header with address columns but without a first name. A list of people can
 * also have addresses, but it has first names.
 */
function isAddressed(under: (kind: ImportKind) => readonly string[] | undefined): boolean {
  const columns = findHeaderColumns('practices', under('practices') ?? []).columns;
  const people = findHeaderColumns('contacts', under('contacts') ?? []).columns;
  return (
    addressIndicatorColumns.some((column) => columns.includes(column)) &&
    !people.includes('firstName')
  );
}

class Enough extends Error {}

function refuseNul(cells: readonly string[]): void {
  if (cells.some((cell) => cell.includes('\0')))
    throw new ImportRefused(
      'This file is not text: it contains NUL bytes. Save it as CSV and send that.',
    );
}

export interface FileFirstRows {
  header: string[];
  rows: string[][];
}

/** Reads the header and up to `limit` rows of a file. Throws `ImportRefused` when it is not CSV. */
export async function readFileFirstRows(
  kind: ImportKind,
  input: ByteChunks,
  limit = sampleRows,
): Promise<FileFirstRows> {
  const head: FileFirstRows = { header: [], rows: [] };
  try {
    await readCsv(convertToUtf8(input), {
      knownCells: (header) => countKnownCells(kind, header),
      header(cells) {
        refuseNul(cells);
        head.header = cells.map((cell) => readText(cell) ?? '');
      },
      async rows(rows) {
        for (const { cells } of rows) refuseNul(cells);
        head.rows.push(...rows.slice(0, limit - head.rows.length).map(({ cells }) => cells));
        if (head.rows.length >= limit) throw new Enough();
      },
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return head;
}

/** Returns the columns of a file, each with sample cells and the field that it is imported as. */
export function listFileColumns(
  kind: ImportKind,
  { header, rows }: FileFirstRows,
  remembered: ColumnUses,
): FileColumnUse[] {
  const { mapping, unused } = buildMappingFromColumnUses(kind, header, remembered);
  const { uses, notes } = findHeaderColumns(kind, header, mapping, unused);
  return header.map((name, place) => {
    const isDouble = header.indexOf(name) < place;
    return {
      header: name,
      samples: rows
        .slice(0, sampleRows)
        .map((cells) => cellExcerpt(cells[place] ?? ''))
        .filter((cell) => cell !== ''),
      usedAs: isDouble ? null : (uses[place] ?? null),
      note: notes[place] ?? null,
      isDouble,
    };
  });
}
