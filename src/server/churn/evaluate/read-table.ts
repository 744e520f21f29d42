import { Refusal } from '#server/core/errors.ts';
import { readCsv } from '#server/imports/reading/file/csv.ts';
import { type Bytes, toUtf8 } from '#server/imports/reading/file/encoding.ts';
import { ImportRefused } from '#server/imports/reading/import-error.ts';

/** A file as it stands: a name for each column, and the cells under it. Rows that are too short have blanks at their end. */
export interface TextTable {
  header: string[];
  /** Column by column. */
  cells: string[][];
  rows: number;
  /** Where each row begins in the file. */
  lines: number[];
}

const mostRows = 1_000_000;

/** Throws a Refusal where the file is no CSV, has two columns of one name, or is too long. */
export async function readTable(input: Bytes): Promise<TextTable> {
  const table: TextTable = { header: [], cells: [], rows: 0, lines: [] };
  await readCsv(toUtf8(input), {
    knownCells: () => 0,
    header(header) {
      table.header = header.map((name, at) => name.trim() || `Column ${at + 1}`);
      const twice = table.header.find((name, at) => table.header.indexOf(name) !== at);
      if (twice !== undefined) throw new ImportRefused(`Two columns are called “${twice}”. Give each a name of its own.`);
      table.cells = table.header.map(() => []);
    },
    async rows(rows) {
      for (const { line, cells } of rows) {
        for (const [at, column] of table.cells.entries()) column.push(cells[at]?.trim() ?? '');
        table.lines.push(line);
        table.rows++;
      }
      if (table.rows > mostRows) throw new ImportRefused(`The file has more than ${mostRows.toLocaleString('en-US')} rows.`);
    },
  });
  return table;
}

/** The cells of a column. Throws a Refusal that names the columns there are. */
export function columnOf({ header, cells }: TextTable, name: string): string[] {
  const column = cells[header.indexOf(name)];
  if (column === undefined) throw new Refusal(`There is no column “${name}”. The file has: ${header.join(', ')}.`);
  return column;
}

/** 1234.5 for '1,234.50', '$1,234.50' and '-3%'; NaN for a text that is no number. A blank is no number either. */
export function numberIn(cell: string): number {
  const match = /^([+-]?)[$€£]?\s?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?(?:[eE]([+-]?\d{1,3}))?\s?%?$/.exec(cell.trim());
  if (match === null || (match[2] === undefined && match[3] === undefined)) return Number.NaN;
  return Number(`${match[1] ?? ''}${match[2]?.replaceAll(',', '') ?? '0'}${match[3] ?? ''}e${match[4] ?? 0}`);
}

const dayMilliseconds = 86_400_000;

/** Days since 1970 of '2026-11-21', with a time of day or without; NaN for another text. */
export function dayIn(cell: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/.test(cell)) return Number.NaN;
  return Date.parse(/T| /.test(cell) ? cell.replace(' ', 'T') : `${cell}T00:00:00Z`) / dayMilliseconds;
}
