import { CannotContinueError } from '#server/core/errors.ts';
import { readCsv } from '#server/imports/reading/file/csv.ts';
import { type ByteChunks, convertToUtf8 } from '#server/imports/reading/file/encoding.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';
import { numberText } from '#shared/core/words.ts';

/** Content of a file by column. Missing cells at the end of a row are blank. */
export interface CsvTable {
  header: string[];
  /** Cells by column. */
  cells: string[][];
  rows: number;
  /** Line number of each row in the file. */
  lines: number[];
}

const mostRows = 1_000_000;

/**
 * Reads a CSV file. Throws `ImportRefused` when the file is not CSV, has two columns with the same
 * name, or has too many rows.
 */
export async function readCsvTable(input: ByteChunks): Promise<CsvTable> {
  const table: CsvTable = { header: [], cells: [], rows: 0, lines: [] };
  await readCsv(convertToUtf8(input), {
    knownCells: () => 0,
    header(header) {
      table.header = header.map((name, at) => name.trim() || `Column ${at + 1}`);
      const twice = table.header.find((name, at) => table.header.indexOf(name) !== at);
      if (twice !== undefined)
        throw new ImportRefused(`Two columns are called “${twice}”. Rename one of them.`);
      table.cells = table.header.map(() => []);
    },
    async rows(rows) {
      for (const { line, cells } of rows) {
        for (const [at, column] of table.cells.entries()) column.push(cells[at]?.trim() ?? '');
        table.lines.push(line);
        table.rows++;
      }
      if (table.rows > mostRows)
        throw new ImportRefused(`The file has more than ${numberText(mostRows)} rows.`);
    },
  });
  return table;
}

/**
 * Returns the cells of a column. Throws `Refusal`, which lists the available columns, for an
 * unknown name.
 */
export function columnCells({ header, cells }: CsvTable, name: string): string[] {
  const column = cells[header.indexOf(name)];
  if (column === undefined)
    throw new CannotContinueError(
      `There is no column “${name}”. The file has: ${header.join(', ')}.`,
    );
  return column;
}

/**
 * Parses a number such as "1,234.50", "$1,234.50" or "-3%"; returns `NaN` for any other text and
 * for a blank.
 */
export function parseNumber(cell: string): number {
  const match =
    /^([+-]?)[$€£]?\s?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?(?:[eE]([+-]?\d{1,3}))?\s?%?$/.exec(
      cell.trim(),
    );
  if (match === null || (match[2] === undefined && match[3] === undefined)) return Number.NaN;
  return Number(
    `${match[1] ?? ''}${match[2]?.replaceAll(',', '') ?? '0'}${match[3] ?? ''}e${match[4] ?? 0}`,
  );
}

const dayMilliseconds = 86_400_000;

/**
 * Parses a date such as "2026-11-21", with or without a time, into days since 1970; returns `NaN`
 * for any other text.
 */
export function parseDayNumber(cell: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/.test(cell)) return Number.NaN;
  return (
    Date.parse(/T| /.test(cell) ? cell.replace(' ', 'T') : `${cell}T00:00:00Z`) / dayMilliseconds
  );
}
