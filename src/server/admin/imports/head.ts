import { text } from '#server/imports/reading/cells.ts';
import { readCsv, readHeaderLine } from '#server/imports/reading/csv.ts';
import { type Bytes, toUtf8 } from '#server/imports/reading/encoding.ts';
import { headerFor, knownCells } from '#server/imports/reading/header.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';
import { shown } from '#server/imports/reading/row-reader.ts';
import { mappingOf, type Uses } from '#server/imports/reading/uses.ts';
import type { FileColumnUse } from '#shared/admin/imports/wizard.ts';
import { type ImportKind, importKinds } from '#shared/imports/report.ts';
import { kindOf } from '../setup/kinds.ts';

const sampleRows = 4;

/** What a file is by its header; null when that does not tell. */
export async function guessKind(input: Bytes): Promise<ImportKind | null> {
  const headerUnder = await readHeaderLine(toUtf8(input));
  const under = (kind: ImportKind) => headerUnder((header) => knownCells(kind, header));
  const taken = kindOf(under);
  if ('kind' in taken) return taken.kind;
  // Lists of churn notices and of contracts have days of their own, which nothing else has.
  const fitting = importKinds.filter((kind) => {
    const header = ['churn', 'contracts'].includes(kind) ? under(kind) : undefined;
    return header !== undefined && headerFor(kind, header).missing.length === 0;
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

class Enough extends Error {}

function refuseNul(cells: readonly string[]): void {
  if (cells.some((cell) => cell.includes('\0')))
    throw new ImportRefused('This file is no text: it holds NUL bytes. Save it as CSV and send that.');
}

export interface Head {
  header: string[];
  rows: string[][];
}

/** The header of a file and its first rows. Throws ImportRefused when it is no CSV. */
export async function readHead(kind: ImportKind, input: Bytes): Promise<Head> {
  const head: Head = { header: [], rows: [] };
  try {
    await readCsv(toUtf8(input), {
      knownCells: (header) => knownCells(kind, header),
      header(cells) {
        refuseNul(cells);
        head.header = cells.map((cell) => text(cell) ?? '');
      },
      async rows(rows) {
        for (const { cells } of rows) refuseNul(cells);
        head.rows.push(...rows.slice(0, sampleRows - head.rows.length).map(({ cells }) => cells));
        if (head.rows.length >= sampleRows) throw new Enough();
      },
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return head;
}

/** The columns of a file with samples and what they are used as. */
export function columnsOf(kind: ImportKind, { header, rows }: Head, remembered: Uses): FileColumnUse[] {
  const { mapping, unused } = mappingOf(kind, header, remembered);
  const { uses } = headerFor(kind, header, mapping, unused);
  return header.map((name, place) => {
    const isDouble = header.indexOf(name) < place;
    return {
      header: name,
      samples: rows.map((cells) => shown(cells[place] ?? '')).filter((cell) => cell !== ''),
      usedAs: isDouble ? null : (uses[place] ?? null),
      isDouble,
    };
  });
}
