import { copyLine, type Database } from '#server/db/database.ts';
import type { Day } from '#shared/dates.ts';
import type { ImportKind, ImportReport, Reject } from '#shared/operations.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { type Bytes, toUtf8 } from './encoding.ts';
import { entitlementStagingColumns, readEntitlements } from './entitlements.ts';
import { type HeaderMap, knownCells, type Mapping, readHeader } from './header.ts';
import { ImportRefused } from './import-error.ts';
import { KnownPlaces } from './known-places.ts';
import { practiceStagingColumns, readPractices } from './practices.ts';
import { RowReader, shapeProblem } from './row-reader.ts';
import { stagingTables } from './run-queries.ts';
import { Tally } from './tally.ts';
import { readUsage, usageStagingColumns } from './usage.ts';

export type StagedValue = string | number | boolean | null;

/** What the rows of a file are read with. */
export interface FileReading {
  header: HeaderMap;
  /** Whether 1.234,5 is a number, as in files with semicolons. */
  decimalComma: boolean;
  today: Day;
  /** The system whose ids the file has. */
  externalSource: string;
  places: KnownPlaces;
}

/** A row and what of it is staged; a row with problems is staged not at all. */
export interface ReadRow {
  row: Pick<RowReader<ImportKind>, 'row' | 'problems' | 'warnings'>;
  staged: StagedValue[][];
}

const stagingColumns = { practices: practiceStagingColumns, usage: usageStagingColumns, entitlements: entitlementStagingColumns };
/** Small enough that the embedded database answers requests between two of them. */
const rowsPerCopy = 1_000;

interface ReadingOptions {
  importId: string;
  kind: ImportKind;
  input: Bytes;
  externalSource: string;
  today: Day;
  mapping: Mapping | undefined;
  database: Database;
  /** Called after each part that was staged. */
  onStaged: () => Promise<void>;
  /** Bytes of the input taken so far. */
  onProgress: ((bytes: number) => void) | undefined;
  onRejects: ((rejects: Reject[]) => void | Promise<void>) | undefined;
}

/** Reads, checks and stages the rows of a file. Throws ImportRefused when the file as a whole cannot be used. */
export async function readToStaging(options: ReadingOptions): Promise<ImportReport> {
  const { kind, database, mapping, importId } = options;
  const places = new KnownPlaces(database.jobs, options.externalSource);
  const tally = new Tally(kind);
  let reading: FileReading | undefined;
  let lines: string[] = [];

  const copy = async () => {
    if (lines.length === 0) return;
    const full = lines;
    lines = [];
    await database.copyIn(stagingTables[kind], stagingColumns[kind], [full.join('')]);
    await options.onStaged();
  };
  const take = async ({ row, staged }: ReadRow, rejects: Reject[]) => {
    tally.warn(row.warnings);
    tally.rowsRead += row.problems.length > 0 ? 1 : staged.length;
    if (row.problems.length > 0) {
      tally.reject(row.problems);
      rejects.push(...row.problems);
    } else for (const values of staged) lines.push(copyLine([importId, row.row.line, ...values]));
    if (lines.length >= rowsPerCopy) await copy();
  };
  await readCsv(toUtf8(counted(options.input, options.onProgress)), {
    knownCells: (header) => knownCells(kind, header, mapping),
    header(header, delimiter) {
      const { today, externalSource } = options;
      reading = { header: readHeader(kind, header, mapping), decimalComma: delimiter !== ',', today, externalSource, places };
    },
    async rows(rows) {
      if (reading === undefined) return;
      const rejects: Reject[] = [];
      for (const row of await readRows(kind, rows, reading)) await take(row, rejects);
      if (rejects.length > 0) await options.onRejects?.(rejects);
    },
  });
  await copy();
  if (reading === undefined) throw new ImportRefused('The file is empty: it has no header line.');
  return { ...tally.report(), columns: reading.header.columns };
}

/** Rows that match the header are read by their kind; the others are in the same order among them. */
async function readRows(kind: ImportKind, rows: readonly CsvRow[], reading: FileReading): Promise<ReadRow[]> {
  const misshapen = rows.flatMap((row): ReadRow[] => {
    const problem = shapeProblem(row, reading.header.width);
    return problem === undefined ? [] : [{ row: { row, problems: [problem], warnings: [] }, staged: [] }];
  });
  const skipped = new Set(misshapen.map(({ row }) => row.row));
  const whole = rows.filter((row) => !skipped.has(row));
  const read = await readKind(kind, whole, reading);
  return misshapen.length === 0 ? read : [...read, ...misshapen].sort((one, other) => one.row.row.line - other.row.row.line);
}

function readKind(kind: ImportKind, rows: readonly CsvRow[], reading: FileReading): Promise<ReadRow[]> {
  const { header } = reading;
  switch (kind) {
    case 'practices':
      return readPractices(
        rows.map((row) => new RowReader<'practices'>(row, header)),
        reading,
      );
    case 'usage':
      return readUsage(
        rows.map((row) => new RowReader<'usage'>(row, header)),
        reading,
      );
    case 'entitlements':
      return readEntitlements(
        rows.map((row) => new RowReader<'entitlements'>(row, header)),
        reading,
      );
  }
}

async function* counted(input: Bytes, onProgress: ((bytes: number) => void) | undefined): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}
