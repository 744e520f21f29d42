import { setImmediate as otherWork } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { parse as parseHead } from 'csv-parse/sync';
import { numberText } from '#shared/core/words.ts';
import { ImportRefused } from '../import-error.ts';

export const maxRowLength = 64 * 1024;
export const maxColumns = 200;
/** Maximum number of lines, including blank lines. A larger file is a mistake or an attack. */
export const maxLines = 10_000_000;
const headSize = 2 * maxRowLength;
/**
 * Number of bytes parsed at once. It is small, so that other work waits only a few milliseconds.
 */
const bytesAtOnce = 8 * 1024;

export interface CsvRow {
  /**
   * Line number in the file on which the row starts, from 1. Line breaks inside quotes count as
   * lines.
   */
  line: number;
  cells: string[];
}

/**
 * CSV dialect. Spaces around an unquoted cell are removed. A quote inside an unquoted cell is text,
 * as in 5" or Dr. "Bob".
 */
const dialect = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  trim: true,
  max_record_size: maxRowLength,
};

const lineBreaksIn = (cell: string): number =>
  /[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '');

function refusal(error: CsvError | Error, line: number, isHeader: boolean): ImportRefused {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'CSV_MAX_RECORD_SIZE' && isHeader)
    return new ImportRefused(
      `The header line is longer than 64 KB. It may have a quote that is never closed, or more than the ${maxColumns} columns that an import can read.`,
    );
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new ImportRefused(
      `The row that starts on line ${line} is longer than 64 KB. It may have a quote that is never closed.`,
    );
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new ImportRefused(`The row on line ${line} has an unclosed quote.`);
  return new ImportRefused(`The row on line ${line} is not CSV: ${error.message}`);
}

function headerOf(head: Buffer, delimiter: string): string[] | undefined {
  try {
    const rows = parseHead(head, {
      ...dialect,
      delimiter,
      skip_records_with_empty_values: true,
      to: 1,
    });
    return rows[0];
  } catch {
    // A wrong delimiter can make the first bytes invalid CSV. If they are invalid with the correct
    // delimiter too, `readCsv` reports the error.
    return undefined;
  }
}

/** Header cells by the delimiter that splits the header line into these cells. */
type HeaderUnder = ReadonlyMap<string, string[]>;

/**
 * Splits the header line with every possible delimiter. Throws `ImportRefused` when the line has
 * too many columns.
 */
function headersOf(head: Buffer, delimiter: string | undefined): HeaderUnder {
  const line = headerLine(head);
  const candidates = delimiter === undefined ? delimiters : [delimiter];
  return new Map(
    candidates.flatMap((each) => {
      const header = headerOf(line, each);
      return header === undefined ? [] : [[each, header] as const];
    }),
  );
}

/**
 * Returns the delimiter with the most known header cells or, when no cell is known, the delimiter
 * with the most cells.
 */
function delimiterOf(headers: HeaderUnder, knownCells: (header: string[]) => number): string {
  let best = { delimiter: ',', known: 0, cells: 0 };
  for (const [delimiter, header] of headers) {
    const candidate = { delimiter, known: knownCells(header), cells: header.length };
    if (
      candidate.known > best.known ||
      (candidate.known === best.known && candidate.cells > best.cells)
    )
      best = candidate;
  }
  return best.delimiter;
}

const quote = 34;
const delimiters = [',', ';', '\t', '|'];

/**
 * Returns the first bytes of a file up to the end of the header line. Throws `ImportRefused` when a
 * line has too many columns or bytes. Counting columns is much cheaper than parsing.
 */
function headerLine(head: Buffer): Buffer {
  let counts = new Map<number, number>();
  let start = 0;
  let isQuoted = false;
  let isBlankLine = true;
  let beginsCell = true;
  const marks = new Set(delimiters.map((delimiter) => delimiter.charCodeAt(0)));
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at];
    if (byte === undefined) break;
    if (byte === quote) {
      if (isQuoted || beginsCell) isQuoted = !isQuoted;
      beginsCell = false;
    } else if (isQuoted) isBlankLine &&= byte <= 32;
    else if (marks.has(byte)) {
      counts.set(byte, (counts.get(byte) ?? 0) + 1);
      beginsCell = true;
    } else if (byte === 10 || byte === 13) {
      refuseWide(Math.max(0, ...counts.values()) + 1, at - start);
      if (!isBlankLine) return head.subarray(0, at + 1);
      counts = new Map();
      start = at + 1;
      beginsCell = true;
    } else if (byte !== 32) {
      isBlankLine = false;
      beginsCell = false;
    }
  }
  refuseWide(Math.max(0, ...counts.values()) + 1, head.length - start);
  if (head.length - start > 2 * maxRowLength) throw refusal(tooLong(), 1, true);
  return head;
}

const bytesFollowing = 16 * 1024;
const rowsFollowing = 12;

/**
 * Returns the complete rows in `head` after the header line; an empty list when the rows are not
 * CSV.
 */
function rowsAfterHeader(head: Buffer, delimiter: string): CsvRow[] {
  const text = head.subarray(0, head.subarray(0, bytesFollowing).lastIndexOf('\n') + 1);
  let line = 1;
  try {
    const rows = parseHead(text, { ...dialect, delimiter, to: rowsFollowing }).map((cells) => {
      const row = { line, cells };
      line += 1 + cells.reduce((breaks, cell) => breaks + lineBreaksIn(cell), 0);
      return row;
    });
    return rows.filter(({ cells }) => !isBlank(cells)).slice(1);
  } catch {
    // Invalid CSV is reported when the file itself is read.
    return [];
  }
}

/**
 * Returns the delimiter that Excel declares in a first line such as `sep=;`, and the length of that
 * line.
 */
function declaredDelimiter(head: Buffer): { delimiter: string; length: number } | undefined {
  const [line, , delimiter] =
    /^("?)sep=([,;|\t])\1[ \t]*(?:\r\n|\n|\r)/i.exec(head.subarray(0, 20).toString('latin1')) ?? [];
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, length: line.length };
}

/** Reads the first bytes of a text, enough for the header line. */
async function takeHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headSize) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

const tooLong = () => Object.assign(new Error(), { code: 'CSV_MAX_RECORD_SIZE' });

function refuseWide(columns: number, bytes = 0): void {
  if (columns <= maxColumns) return;
  const has =
    bytes > maxRowLength ? 'The header line is longer than 64 KB: it has' : 'The header has';
  throw new ImportRefused(`${has} ${numberText(columns)} columns; at most ${maxColumns} are read.`);
}

/**
 * Reads the header line and returns a function that splits it. The function uses the delimiter that
 * the file declares, otherwise the delimiter that finds the most known column names. It returns
 * `undefined` for a file without a header. Throws `ImportRefused` when the line has too many
 * columns.
 */
export async function createHeaderSplitter(
  text: AsyncIterable<Buffer>,
): Promise<(knownCells: CsvRowHandler['knownCells']) => string[] | undefined> {
  const chunks = text[Symbol.asyncIterator]();
  try {
    const whole = await takeHead(chunks);
    const said = declaredDelimiter(whole);
    const headers = headersOf(whole.subarray(said?.length ?? 0), said?.delimiter);
    return (knownCells) => headers.get(said?.delimiter ?? delimiterOf(headers, knownCells));
  } finally {
    await chunks.return?.(undefined);
  }
}

export interface CsvRowHandler {
  /**
   * Returns the number of known cells in a header. In a file that declares no delimiter, the
   * delimiter with the most known cells is used.
   */
  knownCells(header: string[]): number;
  /** Called with the header line. `following` returns the first rows after the header. */
  header(header: string[], delimiter: string, following: () => readonly CsvRow[]): void;
  /** Called with each batch of rows in file order. Reading continues when the promise resolves. */
  rows(rows: CsvRow[]): Promise<void>;
}

/**
 * Reads CSV in UTF-8 row by row with constant memory. Throws `ImportRefused` when the text is not
 * CSV or exceeds a limit.
 */
export async function readCsv(text: AsyncIterable<Buffer>, reader: CsvRowHandler): Promise<void> {
  const chunks = text[Symbol.asyncIterator]();
  try {
    let head = await takeHead(chunks);
    const said = declaredDelimiter(head);
    head = head.subarray(said?.length ?? 0);
    const delimiter = said?.delimiter ?? delimiterOf(headersOf(head, undefined), reader.knownCells);

    let line = said === undefined ? 1 : 2;
    let header: string[] | undefined;
    let rows: CsvRow[] = [];
    let bytesSinceRow = 0;
    const parser = parse({
      ...dialect,
      delimiter,
      on_record: (cells: string[]) => {
        bytesSinceRow = 0;
        const row = { line, cells };
        line += 1;
        for (const cell of cells) line += lineBreaksIn(cell);
        if (line > maxLines)
          throw new ImportRefused(
            `The file has more than ${numberText(maxLines)} lines. Send it in parts.`,
          );
        if (isBlank(cells)) return null;
        if (header !== undefined) rows.push(row);
        else {
          header = cells;
          refuseWide(cells.length);
          reader.header(cells, delimiter, () => rowsAfterHeader(head, delimiter));
        }
        return null;
      },
    });
    let failure: Error | undefined;
    parser.on('error', (error: Error) => {
      failure = error;
    });
    const drain = async (write: (done: () => void) => void) => {
      await new Promise<void>((resolve) => {
        parser.once('close', resolve);
        write(() => {
          parser.off('close', resolve);
          resolve();
        });
      });
      if (failure !== undefined)
        throw failure instanceof ImportRefused
          ? failure
          : refusal(failure, line, header === undefined);
      const ready = rows;
      rows = [];
      if (ready.length > 0) await reader.rows(ready);
    };

    for (let offset = 0; offset < head.length; offset += bytesAtOnce)
      await feed(head.subarray(offset, offset + bytesAtOnce));
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      for (let offset = 0; offset < next.value.length; offset += bytesAtOnce)
        await feed(next.value.subarray(offset, offset + bytesAtOnce));
    parser.resume();
    await drain((done) => parser.end(done));
    if (header === undefined) throw new ImportRefused('The file is empty: it has no header line.');

    async function feed(part: Buffer): Promise<void> {
      bytesSinceRow += part.length;
      await drain((done) => parser.write(part, done));
      await otherWork();
      // Empty cells do not count toward the parser's record size. A row that consists only of
      // delimiters is detected here.
      if (bytesSinceRow > 2 * maxRowLength) throw refusal(tooLong(), line, header === undefined);
    }
  } finally {
    await chunks.return?.(undefined);
  }
}
